package target

import (
	"fmt"
	"net/http"
	"net/url"
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
