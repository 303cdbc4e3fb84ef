package queue

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"ifmatch/reference/errcode"
)

// address is what a request's path names: the service, a queue, its messages or one of them.
type address struct {
	place place
	queue string
	id    string // of the message, as given
}

// place is the kind of an address.
type place uint8

const (
	service  place = iota
	aQueue         // orders
	all            // orders/messages
	aMessage       // orders/messages/5974b586-0df3-4e2d-ad0c-18e3892bfca2
)

// resource cuts the account off a path: it is the first segment (path style), or the first label of the host (host
// style).
func (s *Service) resource(host, path string) (string, bool) {
	path = strings.TrimPrefix(path, "/")
	if hostNames(host, s.account) {
		return path, true
	}
	first, rest, _ := strings.Cut(path, "/")
	return rest, first == s.account
}

// hostNames reports whether the account is the first label of the host.
func hostNames(host, account string) bool {
	if len(host) <= len(account) || host[len(account)] != '.' || !strings.EqualFold(host[:len(account)], account) {
		return false
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return net.ParseIP(name) == nil
}

// endpoint is the URL that the client calls the service by.
func (s *Service) endpoint(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil || r.URL.Scheme == "https" {
		scheme = "https"
	}
	if hostNames(r.Host, s.account) {
		return scheme + "://" + r.Host + "/"
	}
	return scheme + "://" + r.Host + "/" + s.account + "/"
}

// address reads the path of a request.
func (s *Service) address(r *http.Request) (address, error) {
	rest, ok := s.resource(r.Host, r.URL.EscapedPath())
	if !ok {
		return address{}, errcode.Newf(errcode.InvalidURI, "The path does not begin with the name of the account that this server serves.")
	}
	return parseAddress(strings.TrimSuffix(rest, "/"))
}

// parseAddress reads an escaped path below the account: a message's id may hold an escaped slash, if not rightly.
func parseAddress(path string) (address, error) {
	if path == "" {
		return address{place: service}, nil
	}
	segments := strings.Split(path, "/")
	for i, s := range segments {
		var err error
		if segments[i], err = url.PathUnescape(s); err != nil {
			return address{}, errcode.New(errcode.InvalidURI)
		}
	}
	a := address{place: aQueue, queue: segments[0]}
	if err := checkName(a.queue); err != nil {
		return address{}, err
	}
	switch {
	case len(segments) == 1:
		return a, nil
	case segments[1] != "messages" || len(segments) > 3:
		return address{}, errcode.Newf(errcode.InvalidURI, "The path names neither a queue nor its messages.")
	case len(segments) == 2:
		a.place = all
		return a, nil
	}
	a.place, a.id = aMessage, segments[2]
	return a, nil
}

// checkName wants three to 63 small letters, digits and hyphens, of which each stands between two others.
func checkName(name string) error {
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case c == '-' && i > 0 && i < len(name)-1 && name[i-1] != '-':
		default:
			return errcode.New(errcode.InvalidResourceName)
		}
	}
	if len(name) < 3 || len(name) > 63 {
		return errcode.Newf(errcode.OutOfRangeInput, "The name of a queue has between 3 and 63 characters.")
	}
	return nil
}
