package frontend

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"ifmatch/reference/auth"
	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
)

// Source is the resource named by a URL in a request header, to be copied or renamed.
type Source struct {
	URL      *url.URL
	Path     string // below the account
	Shown    string // the URL without its signature, as x-ms-copy-source shows it
	Snapshot string
}

// Source reads a URL of this account's service from a header. Sources are on this server: it never sends requests.
// snapshot is the name of the query parameter for a snapshot.
func (c *Call) Source(name, snapshot string) (s Source, err error) {
	v := c.Get(name)
	u, err := url.Parse(v)
	s.URL, s.Shown = u, ShownSource(u, snapshot)
	if err != nil || u.Host == "" || len(v) > 2048 {
		return s, errcode.BadHeader(strings.ToLower(name), s.Shown)
	}
	if s.Path, err = c.Resource(u.Host, u.Path); err != nil || c.elsewhere(u.Host) {
		return s, errcode.Newf(errcode.CannotVerifyCopySource, "The reference server copies only within a service of its own account.").
			WithStatus(http.StatusNotFound)
	}
	s.Snapshot = u.Query().Get(snapshot)
	return s, nil
}

// elsewhere reports whether a host names another service of the account, as in account.blob.core.windows.net.
func (c *Call) elsewhere(host string) bool {
	named, _ := auth.HostStyle(host, c.Account)
	if !named {
		return false
	}
	service := op.Service(strings.Split(host, ".")[1])
	return service != c.name && slices.Contains([]op.Service{op.BlobService, op.FileService, op.QueueService, op.TableService}, service)
}

// ShownSource returns a URL without its signature and the rest of the query, except for the snapshot.
func ShownSource(u *url.URL, snapshot string) string {
	if u == nil {
		return ""
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}
	if at := u.Query().Get(snapshot); at != "" {
		shown.RawQuery = url.Values{snapshot: {at}}.Encode()
	}
	return shown.String()
}

// ReadSource returns the request that reads a source with the URL as given, or with the authorization that the copy
// brings for it.
func (c *Call) ReadSource(u *url.URL) (get *http.Request, brought bool) {
	get = &http.Request{Method: http.MethodGet, URL: u, Host: u.Host, Header: http.Header{}}
	authorization, brought := c.Header["X-Ms-Copy-Source-Authorization"]
	if brought {
		get.Header[header.Authorization] = authorization
		get.Header[header.Version] = []string{c.Version}
	}
	return get, brought
}
