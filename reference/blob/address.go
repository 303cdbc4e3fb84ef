package blob

import (
	"net"
	"net/http"
	"strings"
	"unicode/utf8"

	"ifmatch/reference/errcode"
)

// address is what a request's path names: the service, a container or a blob.
type address struct{ container, blob string }

const rootContainer = "$root"

// resource cuts the account off a path: it is the first segment (path style), or the first label of the host (host
// style). The rest is "container", "container/blob" or empty.
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

// address reads the path of a request. A path of one segment is a container if restype says so, else a blob in the
// root container.
func (s *Service) address(r *http.Request, isContainer bool) (address, error) {
	rest, ok := s.resource(r.Host, r.URL.Path)
	if !ok {
		return address{}, errcode.Newf(errcode.InvalidURI, "The path does not begin with the name of the account that this server serves.")
	}
	if rest == "" {
		return address{}, nil
	}
	a := address{container: rest}
	if container, blob, cut := strings.Cut(rest, "/"); cut {
		a = address{container, blob}
	} else if !isContainer {
		a = address{rootContainer, rest}
	}
	if isContainer && a.blob != "" {
		return address{}, errcode.New(errcode.InvalidURI)
	}
	if !validContainer(a.container) || !validBlob(a.blob) {
		return address{}, errcode.New(errcode.InvalidResourceName)
	}
	return a, nil
}

// validContainer checks the length and the characters of a container's name: lower-case letters, digits and single
// hyphens between them.
func validContainer(name string) bool {
	switch name {
	case rootContainer, "$logs", "$web":
		return true
	}
	if len(name) < 3 || len(name) > 63 {
		return false
	}
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

// validBlob checks the length of a blob's name; the empty name is that of no blob.
func validBlob(name string) bool {
	return len(name) <= 1024 && utf8.ValidString(name) && strings.Count(name, "/") < 254
}
