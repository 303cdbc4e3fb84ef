package blob

import (
	"net/http"
	"strconv"

	"ifmatch/reference/auth"
	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
)

// call is one request while its operation is executed.
type call struct {
	s *Service
	target
	rule *rules.Operation
	r    *http.Request
	h    http.Header // of the request
	id   auth.Identity
}

// unsupported are features that a request may ask for by header or query, and that this server lacks. Ignoring one
// would claim a success that did not happen.
var unsupported = struct{ headers, queries []string }{
	headers: []string{"X-Ms-Encryption-Key", "X-Ms-Encryption-Scope", "X-Ms-Default-Encryption-Scope", "X-Ms-Source-Encryption-Key",
		"X-Ms-Immutability-Policy-Until-Date", "X-Ms-Legal-Hold", "X-Ms-Structured-Body", "X-Ms-Expiry-Option", "X-Ms-Seal-Blob"},
	queries: []string{"versionid", "deletetype"},
}

func (c *call) supported() error {
	for _, name := range unsupported.headers {
		if _, found := c.h[name]; found {
			return errcode.Newf(errcode.NotImplemented, "The reference server does not implement what "+name+" asks for.")
		}
	}
	for _, name := range unsupported.queries {
		if c.query.Has(name) {
			return errcode.Newf(errcode.NotImplemented, "The reference server does not implement what "+name+" asks for.")
		}
	}
	if c.query.Has("snapshot") && !snapshots[c.op] {
		return errcode.BadQuery("snapshot", c.query.Get("snapshot")) // BLOB-LEASE-19
	}
	return nil
}

// snapshots are the operations that work on snapshots as well. The others refuse one. // BLOB-LEASE-19
var snapshots = [op.Count]bool{
	op.GetBlob: true, op.GetBlobProperties: true, op.GetBlobMetadata: true, op.GetPageRanges: true, op.GetBlockList: true,
	op.GetBlobTags: true, op.DeleteBlob: true, op.SetBlobTier: true,
}

// get is a header of the request.
func (c *call) get(name string) string { return get(c.h, name) }

// integer reads a header that holds a number, -1 if it is absent.
func (c *call) integer(name string) (n int64, given bool, err error) {
	v := c.get(name)
	if v == "" {
		return -1, false, nil
	}
	n, perr := strconv.ParseInt(v, 10, 64)
	if perr != nil {
		return 0, true, errcode.BadHeader(name, v)
	}
	return n, true, nil
}

// natural reads a header that holds a number of zero or more.
func (c *call) natural(name string) (n int64, given bool, err error) {
	n, given, err = c.integer(name)
	if err == nil && given && n < 0 {
		return 0, true, errcode.BadHeader(name, c.get(name))
	}
	return n, given, err
}

// stamp shows the stamp of a version, if the operation is one that shows it.
func (c *call) stamp(h http.Header, s etag.Stamp) {
	if c.rule.Stamped {
		set(h, hETag, s.ETag)
		set(h, hLastModified, s.HTTPDate)
	}
}

// restamp gives a new version its stamp, if the operation is one that changes it; version holds the old one.
func (c *call) restamp(version *etag.Stamp, at store.Moment) {
	if c.rule.Restamps || version.ETag == "" {
		*version = at.Stamp() // BLOB-ETAG-10 BLOB-ETAG-11 BLOB-ETAG-12
	}
}

// update makes a new version of the call's blob. The change is given the version that stands now, and may return it
// changed or another one; before that, the request is held against what stands.
func (c *call) update(p *preconditions, change func(old *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error)) (*store.Blob, error) {
	return c.s.store.UpdateBlob(c.container, c.blob, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		lease, err := c.check(p, old, at.Now)
		if err != nil {
			return nil, err
		}
		var next store.Blob
		if old != nil {
			next = *old
		}
		next.Lease = lease
		return change(old, next, at)
	})
}

// read finds the version of the blob, or of its snapshot, that the call reads, and holds the request against it.
func (c *call) read() (*store.Blob, error) {
	p, err := c.preconditions()
	if err != nil {
		return nil, err
	}
	b, err := c.s.store.Blob(c.container, c.blob)
	if err != nil {
		return nil, err
	}
	if at := c.query.Get("snapshot"); at != "" && b != nil {
		b = b.Snapshot(at) // BLOB-COND-36
	}
	_, err = c.check(&p, b, c.s.clock.Now())
	return b, err
}
