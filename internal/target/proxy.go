package target

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// proxy follows the environment, except for this machine.
func proxy(r *http.Request) (*url.URL, error) {
	if loopbackHost(r.URL.Hostname()) {
		return nil, nil
	}
	return http.ProxyFromEnvironment(r)
}

// NameProxy adds to the error of a request the proxy that it went through, if
// any: otherwise a user who has forgotten about HTTPS_PROXY blames the service.
// It omits the credentials of the proxy.
func NameProxy(r *http.Request, err error) error {
	if err == nil {
		return nil
	}
	p, proxyErr := proxy(r)
	if proxyErr != nil || p == nil {
		return err
	}
	return fmt.Errorf("%w (through the proxy %s://%s, as the environment says)", err, p.Scheme, p.Host)
}

// namingProxy adds the proxy's name to the errors of a transport.
type namingProxy struct{ next http.RoundTripper }

// RoundTrip sends r.
func (t namingProxy) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	return resp, NameProxy(r, err)
}

// loopbackHost reports whether host, without a port, is on this machine,
// judging only by its name: names are not looked up.
func loopbackHost(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") { // RFC 6761 reserves both
		return true
	}
	host, _, _ = strings.Cut(host, "%") // an IPv6 zone
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// loopbackURL is loopbackHost for an endpoint.
func loopbackURL(endpoint string) bool {
	u, err := url.Parse(endpoint)
	return err == nil && loopbackHost(u.Hostname())
}
