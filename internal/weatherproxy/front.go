package weatherproxy

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ifmatch/internal/sharedkey"
	"ifmatch/reference"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

// Account is a storage account behind proxies: its base URLs by service, its name, and the key for signing changed
// requests again.
type Account struct {
	Name      string
	Endpoints map[operation.Service]string
	Key       *sharedkey.Key // nil: no request is signed with a key
}

// Front is a proxy in front of each service of an account, with shared weather.
type Front struct {
	// Endpoints are the base URLs of the proxies.
	Endpoints map[operation.Service]string
	proxies   []*Proxy
}

// Before starts a proxy in front of each service of an account. third is the third party that some weather needs: it
// breaks the lease of the resource with a path, escaped and below the service's base, or learns that a block of it is
// discarded. Nil: there is none. The front runs until Close, or until ctx ends.
func Before(ctx context.Context, a Account, sky *weather.Sky, third func(ctx context.Context, path string)) (*Front, error) {
	f := &Front{Endpoints: map[operation.Service]string{}}
	for service, address := range a.Endpoints {
		at, err := url.Parse(address)
		if err != nil || at.Host == "" {
			f.Close()
			return nil, fmt.Errorf("proxy the %s service: its address is not a URL", service)
		}
		o := Options{
			Sky: sky, Service: service, Sign: a.sign(),
			Operation: a.classifier(service, strings.Trim(at.Path, "/") == ""),
		}
		if base := strings.TrimRight(at.EscapedPath(), "/"); third != nil {
			o.Third = func(ctx context.Context, r *http.Request) {
				third(ctx, strings.TrimPrefix(r.URL.EscapedPath(), base))
			}
		}
		port := at.Port()
		if at.Scheme == "https" {
			o.TLS = &tls.Config{ServerName: at.Hostname(), MinVersion: tls.VersionTLS12}
		}
		if net.ParseIP(at.Hostname()) == nil {
			o.Host = at.Host // host names may identify accounts
		}
		if port == "" {
			port = map[string]string{"http": "80", "https": "443"}[at.Scheme]
		}
		p, err := Listen(ctx, net.JoinHostPort(at.Hostname(), port), o)
		if err != nil {
			f.Close()
			return nil, err
		}
		f.proxies = append(f.proxies, p)
		at.Scheme, at.Host = "http", p.Address()
		f.Endpoints[service] = at.String()
	}
	return f, nil
}

// classifier returns a function that names the operations of requests to a service. It asks a reference server that
// serves nobody.
func (a Account) classifier(service operation.Service, hostStyle bool) func(*http.Request) operation.Operation {
	server := reference.New(reference.Options{Account: a.Name})
	return func(r *http.Request) operation.Operation {
		if hostStyle { // the host that named the account has been replaced by the proxy's
			again := *r
			at := *r.URL
			if at.Path = "/" + a.Name + at.Path; at.RawPath != "" {
				at.RawPath = "/" + a.Name + at.RawPath
			}
			again.URL, again.Host = &at, "127.0.0.1"
			r = &again
		}
		return server.Operation(service, r)
	}
}

// sign returns a function that signs requests again, if the key had signed them.
func (a Account) sign() func(*http.Request) string {
	if a.Key == nil {
		return nil
	}
	return func(r *http.Request) string {
		if !strings.HasPrefix(r.Header.Get("Authorization"), "SharedKey ") {
			return ""
		}
		return a.Key.Signer().Request(r)
	}
}

// Close cuts every connection and returns when the proxies have ended.
func (f *Front) Close() {
	for _, p := range f.proxies {
		_ = p.Close()
	}
}

// Stall lets nothing pass for d from now on, in either direction.
func (f *Front) Stall(d time.Duration) {
	for _, p := range f.proxies {
		p.Stall(d)
	}
}

// Counts returns what the proxies did so far.
func (f *Front) Counts() (all Counts) {
	for _, p := range f.proxies {
		n := p.Counts()
		all.Connections += n.Connections
		all.Exchanges += n.Exchanges
		all.Stalled += n.Stalled
	}
	return all
}
