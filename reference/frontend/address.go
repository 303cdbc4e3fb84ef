package frontend

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"ifmatch/reference/auth"
	"ifmatch/reference/document"
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

// WriteName writes a name chosen by a client. A name that XML cannot hold is percent-encoded and marked as such.
func WriteName(x *document.Writer, element, name string) {
	if unwritable(name) {
		x.Open(element, "Encoded", "true")
		x.Text(url.PathEscape(name))
		x.Close(element)
		return
	}
	x.Element(element, name)
}

func unwritable(name string) bool {
	return strings.ContainsFunc(name, func(c rune) bool { return !document.Holds(c) || c == utf8.RuneError })
}

// Plain reports whether a name consists of lower-case letters, digits, and single hyphens between them, as required for
// names of containers, queues and shares.
func Plain(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case c == '-' && i > 0 && i < len(name)-1 && name[i-1] != '-':
		default:
			return false
		}
	}
	return true
}
