package frontend

import (
	"strings"

	"ifmatch/reference/auth"
	"ifmatch/reference/errcode"
)

// Resource cuts the account off a path: it is the first segment (path style), or the first label of the host (host
// style). What is left has no slash at its beginning.
func (c *Config) Resource(host, path string) (string, error) {
	path = strings.TrimPrefix(path, "/")
	if auth.HostStyle(host, c.Account) {
		return path, nil
	}
	first, rest, _ := strings.Cut(path, "/")
	if first != c.Account {
		return "", errcode.Newf(errcode.InvalidURI, "The path does not begin with the name of the account that this server serves.")
	}
	return rest, nil
}

// Endpoint is the URL that the client calls the service by, with a slash at its end.
func (c *Call) Endpoint() string {
	scheme := "http"
	if auth.Secure(c.Request) {
		scheme = "https"
	}
	if host := c.Request.Host; auth.HostStyle(host, c.Account) {
		return scheme + "://" + host + "/"
	}
	return scheme + "://" + c.Request.Host + "/" + c.Account + "/"
}
