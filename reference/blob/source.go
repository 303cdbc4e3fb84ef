package blob

import (
	"net/http"

	"ifmatch/reference/condition"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
	"ifmatch/reference/tags"
)

// source is the blob from which an operation copies.
type source struct {
	frontend.Source
	address
	blob *store.Blob
}

// challengedSince is the first version of the protocol in which a source that is not public asks for credentials. Before,
// it is not found. // D:Authorize with Microsoft Entra ID, bearer challenge; azure-sdk-for-python 12.3: 404 in 2019-10-10
const challengedSince = "2019-12-12"

// source finds the blob named by x-ms-copy-source and checks the request's source conditions against it.
func (c *call) source() (s source, err error) {
	s.Source, err = c.Source(header.CopySource, "snapshot")
	if s.URL != nil && !s.URL.IsAbs() {
		return s, errcode.BadHeader("x-ms-copy-source", s.Shown)
	}
	if err != nil {
		return s, err
	}
	if s.address, err = parseAddress(s.Path, false); err != nil {
		return s, errcode.BadHeader("x-ms-copy-source", s.Shown)
	}
	if err := c.admitSource(s.URL, s.address); err != nil {
		status := c.service.Refusal(err).Status
		if status == http.StatusNotFound && c.Version >= challengedSince {
			status = http.StatusUnauthorized
		}
		return s, errcode.Newf(errcode.CannotVerifyCopySource, "This request may not read the source of the copy.").WithStatus(status)
	}
	if s.blob = s.load(c.store()); s.blob == nil {
		return s, errcode.Newf(errcode.CannotVerifyCopySource, "The source of the copy does not exist.").WithStatus(http.StatusNotFound)
	}
	if err := c.readable(s.blob, c.Clock.Now()); err != nil {
		return s, err
	}
	return s, c.sourceConditions(s.blob)
}

// load returns the current version, or nil if there is none.
func (s *source) load(from store.Blobs) *store.Blob {
	b, err := from.Blob(s.container, s.address.blob)
	if err != nil || b == nil {
		return nil
	}
	if s.Snapshot != "" {
		return b.Snapshot(s.Snapshot)
	}
	if !b.Committed {
		return nil
	}
	return b
}

// sourceConditions evaluates x-ms-source-if-*.
func (c *call) sourceConditions(b *store.Blob) error {
	set, err := condition.Parse(condition.All, c.Header[hSourceIfMatch], c.Header[hSourceIfNoneMatch], c.Header[hSourceIfModified], c.Header[hSourceIfUnmodified])
	if err != nil {
		return errcode.Newf(errcode.InvalidHeaderValue, err.Error()+".")
	}
	subject := condition.Subject{Exists: true, ETag: b.Stamp.Unquoted(), Modified: b.Stamp.Modified}
	outcome := c.Rules.Conditions.ForRead(set, subject)
	if v := c.Get(hSourceIfTags); v != "" && outcome == condition.Proceed {
		p, err := tags.ParsePredicate(v)
		if err != nil {
			return errcode.BadHeader("x-ms-source-if-tags", v)
		}
		if !p.Holds(b.Tags) {
			return errcode.New(errcode.ConditionNotMet) // BLOB-TAGS-03 BLOB-COPY-30
		}
	}
	if outcome == condition.Proceed {
		return nil
	}
	switch {
	case c.rule.Source == rules.SourceChecked:
		return errcode.New(errcode.SourceConditionNotMet) // BLOB-COPY-01
	case outcome == condition.NotModified:
		return errcode.New(errcode.CannotVerifyCopySource).WithStatus(http.StatusNotModified) // BLOB-COPY-04 BLOB-COPY-05
	case c.rule.Source == rules.SourceRead:
		return errcode.New(errcode.CannotVerifyCopySource) // BLOB-COPY-04
	}
	return errcode.New(errcode.SourceConditionNotMet) // BLOB-COPY-06
}

// data returns the data that a request writes: its body or, if it names a source, the source's bytes.
func (c *call) data(limit int64) ([]byte, error) {
	if c.Get(header.CopySource) != "" {
		return c.sourceBytes(limit)
	}
	return c.body(limit)
}

// sourceBytes reads the part of the source named by x-ms-source-range, at most limit bytes.
func (c *call) sourceBytes(limit int64) ([]byte, error) {
	if err := c.Empty(); err != nil {
		return nil, err
	}
	s, err := c.source()
	if err != nil {
		return nil, err
	}
	return c.bytesOf(s, limit)
}

func (c *call) bytesOf(s source, limit int64) ([]byte, error) {
	from, to := int64(0), s.blob.Content.Len()
	if v := c.Get(header.SourceRange); v != "" {
		r, ok := frontend.ParseRange(v)
		switch {
		case !ok:
			return nil, errcode.BadHeader("x-ms-source-range", v)
		case r.From >= to:
			return nil, errcode.New(errcode.InvalidRange)
		case !r.Open:
			to = min(to, r.To)
		}
		from = r.From
	}
	if to-from > limit {
		return nil, errcode.New(errcode.RequestBodyTooLarge)
	}
	data := s.blob.Content.Slice(from, to)
	return data, c.checksums(data, hSourceMD5, header.SourceCRC64)
}
