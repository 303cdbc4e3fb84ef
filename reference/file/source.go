package file

import (
	"cmp"
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

// source is the file from which an operation copies.
type source struct {
	frontend.Source
	address
	found
}

// namedBy reads the URL of a file from a header.
func (c *call) namedBy(name string) (s source, err error) {
	if c.Get(name) == "" {
		return s, errcode.MissingHeader(strings.ToLower(name))
	}
	if s.Source, err = c.Source(name, "sharesnapshot"); err != nil {
		return s, err
	}
	dots, _ := strconv.ParseBool(c.Get(hSourceDots))
	if s.address, err = parseAddress(s.Path, dots, &c.Rules.File.Limits); err != nil || len(s.path) == 0 {
		return s, errcode.BadHeader(strings.ToLower(name), s.Shown)
	}
	return s, nil
}

// source finds the file named by x-ms-copy-source. The sender must be able to read it. A lease on it does not matter.
// // FILE-LEASE-16 FILE-ACC-12
func (c *call) source() (s source, err error) {
	s, err = c.namedBy(header.CopySource)
	if err != nil {
		return s, err
	}
	if err := c.admitSource(s.URL, s.address); err != nil {
		return s, errcode.Newf(errcode.CannotVerifyCopySource, "This request may not read the source of the copy.").
			WithStatus(c.service.Refusal(err).Status)
	}
	return s, c.load(&s)
}

// load finds the current version of a source.
func (c *call) load(s *source) error {
	return c.store().Read(s.share, s.Snapshot, func(t *files.Tree) error {
		_, n := t.Find(s.path)
		if n == nil || n.IsDirectory() {
			return errcode.New(errcode.ResourceNotFound)
		}
		s.found = foundAt(n)
		_, err := c.judge(&c.Rules.File.Operations[op.GetFile], namedLease{}, t, n, c.Clock.Now())
		return err
	})
}

// admitSource checks whether the source of a copy may be read. A holder of the account's key may copy whole files
// within the account. For all other requests the source is read with the URL as given: the URL carries a signature, or
// the request brings an authorization for it. // D:Copy File, Put Range From URL
func (c *call) admitSource(u *url.URL, at address) error {
	read, brought := c.ReadSource(u)
	if c.Op == op.CopyFile && c.Sender.SAS == nil && !u.Query().Has("sig") && !brought {
		return nil
	}
	get := &call{service: c.service, address: at}
	get.Request = read
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
	if err := c.Empty(); err != nil {
		return err
	}
	v := cmp.Or(c.Get(header.SourceRange), c.Get(header.XMSRange))
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
	data := append([]byte{}, s.Content.Slice(from.From, from.To)...) // a copy, so that it counts as written even if it equals a snapshot's bytes
	sum := crc64.Text(data)
	if want := c.Get(header.SourceCRC64); want != "" && want != sum {
		return errcode.New(errcode.Crc64Mismatch)
	}
	if want, not := c.Get(hSourceIfCRC64), c.Get(hSourceIfNotCRC64); want != "" && want != sum || not == sum {
		return errcode.New(errcode.SourceConditionNotMet)
	}
	return c.writeRange(w, at, data)
}
