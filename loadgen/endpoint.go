package loadgen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"ifmatch/internal/sendonce"
	"ifmatch/internal/sharedkey"
	"ifmatch/internal/smbclient"
	"ifmatch/internal/target"
	"ifmatch/loadgen/transport"
	"ifmatch/reports/figure"
)

// Endpoint is the target of a run: EndpointOf makes it of a connection string.
type Endpoint struct {
	Name       string
	Services   map[target.Service]string // base URLs, without secrets
	Through    map[target.Service]string // base URLs of the proxies in front of some services; requests are sent there instead
	Versions   map[target.Service]string // x-ms-version; DefaultVersion where absent
	Credential target.Credential
	// DialSMB connects to the files of the endpoint over SMB; nil: it has no SMB. SMBTimeout bounds each answer
	// there; 0: 30 s.
	DialSMB    func(ctx context.Context) (net.Conn, error)
	SMBTimeout time.Duration
}

// EndpointOf returns the account that a connection string names, with all its services. The string must contain a key or
// a shared access signature. Errors contain no secret.
func EndpointOf(connection string) (Endpoint, error) {
	c, err := target.ParseConnection(connection)
	if err != nil {
		return Endpoint{}, err
	}
	if c.Credential.Key == "" && c.Credential.SAS == "" {
		return Endpoint{}, errors.New("the connection string has no AccountKey and no SharedAccessSignature: a load signs its requests")
	}
	return Endpoint{Name: c.Name, Services: c.Endpoints, Credential: c.Credential}, nil
}

// TransportTo returns the transport that suits the addresses of some services: the lean one, or net/http, which knows the
// proxies of the environment, if one of them is https.
func (e Endpoint) TransportTo(services []target.Service, o transport.Options) transport.Transport {
	for _, s := range services {
		if strings.HasPrefix(e.Services[s], "https:") {
			return transport.NewNetHTTP(o)
		}
	}
	return transport.NewLean(o)
}

// smbTimeout bounds an answer over SMB if Endpoint.SMBTimeout is 0.
const smbTimeout = 30 * time.Second

// overSMB returns a function that logs in to the endpoint's shares over SMB, nil if it has no SMB.
func (e Endpoint) overSMB() func(ctx context.Context, share string) (*smbclient.Client, error) {
	if e.DialSMB == nil {
		return nil
	}
	within := cmp.Or(e.SMBTimeout, smbTimeout)
	return func(ctx context.Context, share string) (*smbclient.Client, error) {
		soon, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		conn, err := e.DialSMB(soon)
		if err != nil {
			return nil, fmt.Errorf("connect over SMB: %w", err)
		}
		c, err := smbclient.Dial(conn, smbclient.Login{Account: e.Credential.Account, Key: e.Credential.Key.Reveal()}, share)
		if err == nil {
			c.Within(within)
		}
		return c, err
	}
}

// DefaultVersion is the x-ms-version of load runs: old enough for every emulator in use, new enough for everything
// that the workloads send.
const DefaultVersion = "2023-11-03"

// serviceAddress is one service of an endpoint, with its address resolved.
type serviceAddress struct {
	secure  bool
	shown   string // base URL shown to people
	host    string // authority, with port
	base    string // escaped prefix of all paths, without a slash at the end
	version string
	scheme  sharedkey.Scheme
}

// addresses resolves the endpoint's addresses.
func (e Endpoint) addresses(needed []target.Service) (map[target.Service]serviceAddress, error) {
	out := map[target.Service]serviceAddress{}
	for _, s := range needed {
		text, ok := e.Services[s]
		if !ok {
			return nil, fmt.Errorf("the target %s offers no %s service", e.Name, s)
		}
		shown := text
		if through := e.Through[s]; through != "" {
			text = through
		}
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("the address of the %s service is not an http or https URL", s)
		}
		p := serviceAddress{shown: strings.TrimRight(shown, "/"), secure: u.Scheme == "https", host: u.Host, base: strings.TrimRight(u.EscapedPath(), "/"), version: e.Versions[s], scheme: sharedkey.Blob}
		if p.version == "" {
			p.version = DefaultVersion
		}
		if s == target.Table {
			p.scheme = sharedkey.Table
		}
		out[s] = p
	}
	return out, nil
}

// Host is what the services report about themselves.
type Host struct {
	Name string  // the name that the first service reports
	Rate float64 // how many times faster than ours their clock runs; 0 if they do not report it
}

// Greet sends one request to every service before anything is created. The requests are unsigned
// on purpose: a refusal is an answer.
func Greet(ctx context.Context, e Endpoint, services []target.Service, within time.Duration) (Host, error) {
	var h Host
	once := sendonce.Over(&http.Transport{Proxy: http.ProxyFromEnvironment})
	defer once.CloseIdleConnections()
	for _, s := range services {
		soon, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		req, err := http.NewRequestWithContext(soon, http.MethodGet, e.Services[s]+"?comp=list", nil)
		if err != nil {
			return h, fmt.Errorf("the address of the %s service: %w", s, err)
		}
		resp, err := once.RoundTrip(req)
		if timed := (net.Error)(nil); errors.As(err, &timed) && timed.Timeout() {
			return h, target.NameProxy(req, fmt.Errorf("reach the %s service: no answer within %s", s, figure.Duration(within)))
		}
		if err != nil {
			return h, target.NameProxy(req, fmt.Errorf("reach the %s service: %w", s, err))
		}
		resp.Body.Close()
		h.Name = cmp.Or(h.Name, resp.Header.Get("Server"))
		if rate, err := strconv.ParseFloat(resp.Header.Get(rateHeader), 64); err == nil && rate >= 1 && rate <= maxRate {
			h.Rate = rate
		}
	}
	return h, nil
}

// rateHeader tells in every answer how many times faster than real time a reference's clock runs, up to maxRate.
const (
	rateHeader = "X-Ifmatch-Clock-Rate"
	maxRate    = 1000
)
