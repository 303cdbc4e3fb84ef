package frontend

import (
	"strings"

	"ifmatch/reference/auth"
	"ifmatch/reference/errcode"
)

// location is one of the account's two locations, and the style of the address that named it.
type location struct{ hostStyle, secondary bool }

// Resource cuts the account off an address. The account is the first segment of the path (path style) or the first
// label of the host (host style). The result has no leading slash.
func (c *Config) Resource(host, path string) (string, error) {
	rest, _, err := c.locate(host, path)
	return rest, err
}

func (c *Config) locate(host, path string) (string, location, error) {
	path = strings.TrimPrefix(path, "/")
	if named, secondary := auth.HostStyle(host, c.Account); named {
		return path, location{hostStyle: true, secondary: secondary}, nil
	}
	rest, named, secondary := auth.PathStyle(path, c.Account)
	if !named {
		return "", location{}, errcode.Newf(errcode.InvalidURI, "The path does not begin with the name of the account that this server serves.")
	}
	return strings.TrimPrefix(rest, "/"), location{secondary: secondary}, nil
}

// Endpoint returns the service's URL as the client addresses it, with a trailing slash.
func (c *Call) Endpoint() string {
	scheme := "http"
	if auth.Secure(c.Request) {
		scheme = "https"
	}
	at := scheme + "://" + c.Request.Host + "/"
	switch {
	case c.location.hostStyle:
		return at
	case c.location.secondary:
		return at + c.Account + auth.Secondary + "/"
	}
	return at + c.Account + "/"
}
