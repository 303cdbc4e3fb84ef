package exploration

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"time"

	"ifmatch/internal/sendonce"
	"ifmatch/internal/target"
	"ifmatch/reference"
	"ifmatch/reference/explore/gate"
	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/trial"
	"ifmatch/reference/metadata"
)

// Options say what to explore.
type Options struct {
	trial.Limits
	Command []string
	Env     []string      // further variables that get the connection string of the first client
	Clients int           // how many clients are told apart
	Timeout time.Duration // of one run; a command that takes longer hangs
	Lose    bool          // answers may be lost
	Jump    bool          // time may jump
	Allowed map[hazard.Kind]bool
	// Target is the account that is explored, in place of a new reference for each run. Nothing is ever removed from it, and
	// its time cannot jump.
	Target *target.Session
	Began  func() // is told of each run
}

// Variables name the variables that commands read the connection string of the first client from.
var Variables = []string{"AZURE_STORAGE_CONNECTION_STRING", "AzureWebJobsStorage"}

// open opens the services for each client, and returns the variables that the command gets.
func (o *Options) open(ctx context.Context, server *reference.Server, g *gate.Gate) (env []string, err error) {
	for n := 1; n <= o.Clients; n++ {
		name, suffix := "client", ""
		if o.Clients > 1 {
			name = fmt.Sprintf("client %d", n)
		}
		if n > 1 {
			suffix = fmt.Sprintf("_%d", n)
		}
		connection := fmt.Sprintf("DefaultEndpointsProtocol=http;AccountName=%s;AccountKey=%s;", server.Account(), server.Key())
		for _, service := range reference.Services() {
			path, onward := "/"+server.Account(), http.Handler(nil)
			if o.Target != nil {
				endpoint, offered := o.Target.Endpoints[target.Service(service)]
				if !offered {
					continue
				}
				if onward, path, err = forward(endpoint); err != nil {
					return nil, err
				}
			}
			at, err := server.ListenFor(ctx, name, service, func(own http.Handler) http.Handler {
				return g.Around(name, service, cmp.Or(onward, own))
			})
			if err != nil {
				return nil, err
			}
			url, upper := "http://"+at+path, strings.ToUpper(string(service))
			connection += upper[:1] + string(service[1:]) + "Endpoint=" + url + ";"
			env = append(env, "AZURE_STORAGE_"+upper+"_URL"+suffix+"="+url)
		}
		for _, variable := range slices.Concat(Variables, o.Env) {
			env = append(env, variable+suffix+"="+connection)
		}
	}
	return env, nil
}

// once sends requests on to targets. Answers pass as they are.
var once = sendonce.Over(&http.Transport{DisableCompression: true, IdleConnTimeout: 10 * time.Second})

// forward returns a handler that passes requests on to a service as they are, signatures and all, and the path of the
// service.
func forward(endpoint string) (http.Handler, string, error) {
	to, err := url.Parse(endpoint)
	if err != nil || to.Host == "" {
		return nil, "", fmt.Errorf("standing in front of %q: it is not a URL", endpoint)
	}
	proxy := &httputil.ReverseProxy{
		Transport: once,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host, r.Out.Header = to.Scheme, to.Host, to.Host, r.In.Header
			// Go's server has changed the case of the names of metadata, and the service keeps it. What is refused stays as it is.
			if all, err := metadata.Parse(r.In.Header, math.MaxInt, metadata.SpellingOf(r.In.Context())); err == nil {
				maps.DeleteFunc(r.Out.Header, func(name string, _ []string) bool { return strings.HasPrefix(name, "X-Ms-Meta-") })
				all.Show(r.Out.Header, new(metadata.Spelling))
			}
		},
	}
	return proxy, strings.TrimSuffix(to.EscapedPath(), "/"), nil
}
