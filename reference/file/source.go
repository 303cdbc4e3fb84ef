package file

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"ifmatch/reference/crc64"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

// source is the file that an operation copies from.
type source struct {
	address
	snapshot string
	shown    string // URL without a signature, as x-ms-copy-source shows it
	found
}

// namedBy reads a URL of this account's File service, in a header. Sources lie in this server: it never calls out.
func (c *call) namedBy(name string) (s source, u *url.URL, err error) {
	v := c.Get(name)
	if v == "" {
		return s, nil, errcode.MissingHeader(strings.ToLower(name))
	}
	u, perr := url.Parse(v)
	if perr != nil || u.Host == "" || len(v) > 2048 {
		return s, nil, errcode.BadHeader(strings.ToLower(name), shownURL(u))
	}
	s.shown = shownURL(u)
	path, perr := c.Resource(u.Host, u.Path)
	if perr != nil {
		return s, u, errcode.Newf(errcode.CannotVerifyCopySource, "The reference server copies only from its own account.").
			WithStatus(http.StatusNotFound)
	}
	dots, _ := strconv.ParseBool(c.Get(hSourceDots))
	if s.address, err = parseAddress(path, dots, &c.Rules.File.Limits); err != nil || len(s.path) == 0 {
		return s, u, errcode.BadHeader(strings.ToLower(name), s.shown)
	}
	s.snapshot = u.Query().Get("sharesnapshot")
	return s, u, nil
}

// shownURL is a URL without what must not be shown: the signature, and all else in the query but the snapshot.
func shownURL(u *url.URL) string {
	if u == nil {
		return ""
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}
	if at := u.Query().Get("sharesnapshot"); at != "" {
		shown.RawQuery = url.Values{"sharesnapshot": {at}}.Encode()
	}
	return shown.String()
}

// source finds the file that x-ms-copy-source names, which the sender must be able to read. A lease on it does not
// matter. // FILE-LEASE-16 FILE-ACC-12
func (c *call) source() (s source, err error) {
	s, u, err := c.namedBy(hCopySource)
	if err != nil {
		return s, err
	}
	if err := c.admitSource(u, s.address); err != nil {
		return s, errcode.Newf(errcode.CannotVerifyCopySource, "The source of the copy may not be read by this request.").
			WithStatus(c.service.Refusal(err).Status)
	}
	return s, c.load(&s)
}

// load finds the version of a source that stands now.
func (c *call) load(s *source) error {
	return c.service.store.Read(s.share, s.snapshot, func(t *files.Tree) error {
		_, n := t.Find(s.path)
		if n == nil || n.IsDirectory() {
			return errcode.New(errcode.ResourceNotFound)
		}
		s.found = foundAt(n)
		_, err := c.judge(&c.Rules.File.Operations[op.GetFile], claim{}, t, n, c.Clock.Now())
		return err
	})
}

// admitSource finds out whether the source of a copy may be read. A whole file may be copied within the account by who
// has the account's key. For all others the source is read as the URL stands: it carries a signature, or the request
// brings an authorization for it. // D:Copy File, Put Range From URL
func (c *call) admitSource(u *url.URL, at address) error {
	authorization, brought := c.Header[hCopyAuthorization]
	signed := u.Query().Has("sig")
	if c.Op == op.CopyFile && c.Sender.SAS == nil && !signed && !brought {
		return nil
	}
	get := &call{service: c.service, address: at}
	get.Request = &http.Request{Method: http.MethodGet, URL: u, Host: u.Host, Header: http.Header{}}
	if brought {
		get.Request.Header[header.Authorization] = authorization
		get.Request.Header[header.Version] = []string{c.Version}
	}
	get.Op = op.GetFile
	return c.service.Admit(get)
}

// putRangeFromURL is Put Range From URL.
func putRangeFromURL(c *call, w http.ResponseWriter) error {
	if v := c.Get(hWrite); !strings.EqualFold(v, "update") {
		return frontend.BadOrMissing("x-ms-write", v)
	}
	at, err := c.writtenRange()
	if err != nil {
		return err
	}
	if err := c.empty(); err != nil {
		return err
	}
	v := first(c.Get(hSourceRange), c.Get(hXMSRange))
	from, ok := frontend.ParseRange(v)
	if !ok || from.Open || from.To-from.From != at.To-at.From {
		return errcode.BadHeader("x-ms-source-range", v)
	}
	if at.To-at.From > c.Rules.File.Limits.Range {
		return errcode.New(errcode.RequestBodyTooLarge)
	}
	s, err := c.source()
	if err != nil {
		return err
	}
	if from.To > s.Content.Len() {
		return errcode.New(errcode.InvalidRange)
	}
	data := append([]byte{}, s.Content.Slice(from.From, from.To)...) // written anew, even if with what a snapshot has there
	sum := crc64.Text(data)
	if want := c.Get(hSourceCRC64); want != "" && want != sum {
		return errcode.New(errcode.Crc64Mismatch)
	}
	if want, not := c.Get(hSourceIfCRC64), c.Get(hSourceIfNotCRC64); want != "" && want != sum || not == sum {
		return errcode.New(errcode.SourceConditionNotMet)
	}
	return c.writeRange(w, at, data)
}
