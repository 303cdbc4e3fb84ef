package blob

import (
	"net/http"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
)

// Service is the Blob service of one account. It is an http.Handler.
type Service struct {
	*frontend.Front[*call]
	stores op.Stores[store.Blobs]
	copies frontend.Copies[pendingCopy]
}

// call is one request while its operation is executed.
type call struct {
	frontend.Call
	address
	service *Service
	rule    *rules.Operation
}

// unsupported are features that a request may ask for by header or query and that this server lacks. To ignore one
// would claim a success that did not happen. The encryption algorithm is not among them: without a key it asks for
// nothing, and Microsoft's JavaScript client 12.8 sends it with every request.
var unsupported = struct{ headers, queries []string }{
	headers: []string{
		"X-Ms-Encryption-Key", "X-Ms-Encryption-Key-Sha256", "X-Ms-Encryption-Scope",
		"X-Ms-Source-Encryption-Key", "X-Ms-Source-Encryption-Key-Sha256",
		"X-Ms-Default-Encryption-Scope", "X-Ms-Deny-Encryption-Scope-Override",
		"X-Ms-Immutability-Policy-Until-Date", "X-Ms-Immutability-Policy-Mode", "X-Ms-Legal-Hold",
		hExpiryOption, hExpiryTime,
	},
	queries: []string{"versionid", "deletetype", "showonly"},
}

// prepare finds the rule of the operation, and refuses features that this server lacks.
func (c *call) prepare() error {
	c.rule = &c.Rules.Operations[c.Op]
	for _, name := range unsupported.headers {
		if _, found := c.Header[name]; found && c.Op != op.SetBlobExpiry {
			return errcode.Newf(errcode.NotImplemented, "The reference server does not implement what "+name+" asks for.")
		}
	}
	for _, name := range unsupported.queries {
		if c.Query.Has(name) {
			return errcode.Newf(errcode.NotImplemented, "The reference server does not implement what "+name+" asks for.")
		}
	}
	if err := c.CheckStructured(structured[c.Op]); err != nil {
		return err
	}
	if at := c.Query.Get("snapshot"); c.Query.Has("snapshot") && !snapshots[c.Op] || at != "" && !isTime(at) {
		return errcode.BadQuery("snapshot", at) // BLOB-LEASE-19 BLOB-SNAP-20
	}
	return nil
}

// structured are the operations that send content up or down.
var structured = [op.Count]bool{
	op.PutBlob: true, op.PutBlock: true, op.AppendBlock: true, op.PutPage: true, op.GetBlob: true,
}

// isTime reports whether a text can be the time of a snapshot.
func isTime(v string) bool {
	_, err := time.Parse(time.RFC3339Nano, v)
	return err == nil
}

// snapshots are the operations that accept snapshots. The others refuse them. // BLOB-LEASE-19
var snapshots = [op.Count]bool{
	op.GetBlob: true, op.GetBlobProperties: true, op.GetBlobMetadata: true, op.GetPageRanges: true, op.GetPageRangesDiff: true, op.GetBlockList: true,
	op.GetBlobTags: true, op.DeleteBlob: true, op.SetBlobTier: true,
}

// store returns the store that the operation uses.
func (c *call) store() store.Blobs { return c.service.stores(c.Op) }

// stamp shows the stamp of a version, if the operation shows stamps.
func (c *call) stamp(h http.Header, s etag.Stamp) {
	if c.rule.Stamped {
		frontend.ShowStamp(h, s)
	}
}

// restamp gives a new version its stamp, if the operation changes the stamp or there is none yet. On entry, version
// holds the old stamp.
func (c *call) restamp(version *etag.Stamp, at store.Moment) {
	if c.rule.Restamps || version.ETag == "" {
		*version = at.Stamp() // BLOB-ETAG-10 BLOB-ETAG-11 BLOB-ETAG-12
	}
}
