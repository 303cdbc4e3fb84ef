package frontend

import (
	"net/http"
	"net/url"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
)

// Source is what a URL in a header of a request names, to be copied or renamed.
type Source struct {
	URL      *url.URL
	Path     string // below the account
	Shown    string // the URL without a signature, as x-ms-copy-source shows it
	Snapshot string
}

// Source reads a URL of this account's service, in a header. Sources lie in this server: it never calls out. Snapshot is
// the query parameter that names one.
func (c *Call) Source(name, snapshot string) (s Source, err error) {
	v := c.Get(name)
	u, err := url.Parse(v)
	s.URL, s.Shown = u, ShownSource(u, snapshot)
	if err != nil || u.Host == "" || len(v) > 2048 {
		return s, errcode.BadHeader(strings.ToLower(name), s.Shown)
	}
	if s.Path, err = c.Resource(u.Host, u.Path); err != nil {
		return s, errcode.Newf(errcode.CannotVerifyCopySource, "The reference server copies only from its own account.").
			WithStatus(http.StatusNotFound)
	}
	s.Snapshot = u.Query().Get(snapshot)
	return s, nil
}

// ShownSource is a URL without what must not be shown: the signature, and all else in the query but the snapshot.
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

// ReadSource is the request that reads a source as its URL stands, or by the authorization that the copy brings for it.
func (c *Call) ReadSource(u *url.URL) (get *http.Request, brought bool) {
	get = &http.Request{Method: http.MethodGet, URL: u, Host: u.Host, Header: http.Header{}}
	authorization, brought := c.Header["X-Ms-Copy-Source-Authorization"]
	if brought {
		get.Header[header.Authorization] = authorization
		get.Header[header.Version] = []string{c.Version}
	}
	return get, brought
}
