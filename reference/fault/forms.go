package fault

import (
	"net/http"
	"strings"

	"ifmatch/reference/held"
	"ifmatch/reference/metadata"
	op "ifmatch/reference/operation"
)

// forms returns servers that heed a guard only in the form of a request that most clients send: not with a Range header in place
// of x-ms-range, not by HEAD in place of GET, not in upper case, and not from a client that waits for 100 Continue.
func forms(g *group) {
	const ranged = " with a Range header"
	inRange := func(r *http.Request) bool { return r.Header.Get("Range") != "" }
	for _, l := range []struct {
		of                     op.Operation
		conditions, lease, own string
	}{{op.GetBlob, "BLOB-COND-01 BLOB-COND-02", "BLOB-UM-R-B-Le", "BLOB-RANGE-01"}, {op.GetFile, "", "FILE-LEASE-14 FILE-LEASE-15", "FILE-RANGE-01"}} {
		g.heedless(slug(l.of)+"-with-range", l.of.String()+ranged, l.conditions, l.lease, inRange, l.of)
		g.requests(slug(l.of)+"-range-before-x-ms-range", l.of.String()+" returns what Range names, also if there is an x-ms-range.", l.own, func(r *http.Request) {
			if inRange(r) {
				r.Header.Del("x-ms-range")
			}
		}, l.of)
	}
	g.heedless("put-blob-with-expectation", "Put Blob with Expect: 100-continue", "BLOB-COND-01 BLOB-COND-02", "", func(r *http.Request) bool { return r.Header.Get("Expect") != "" }, op.PutBlob)
	g.requests("shouted-guards-ignored", "A write of a blob, sent to a server in this process, ignores conditions and lease ids whose header names are in upper case.", "BLOB-COND-01 BLOB-COND-02 BLOB-UM-W-B-Le", func(r *http.Request) {
		for name := range metadata.SpellingOf(r.Context()).Sent {
			if name == strings.ToUpper(name) {
				r.Header.Del(name)
			}
		}
	}, writesOfBlobs...)
	head := func(r *http.Request) bool { return r.Method == http.MethodHead }
	for _, l := range []struct {
		of                        op.Operation
		conditions, lease, stamps string
	}{
		{op.GetBlobMetadata, "BLOB-COND-08 BLOB-COND-02", "BLOB-UM-R-B-Le", "BLOB-ETAG-13"},
		{op.GetContainerProperties, "", "CONT-UM-O-B-Le CONT-USE-05", "CONT-ETAG-02"},
		{op.GetContainerMetadata, "", "CONT-UM-O-B-Le CONT-UM-O-A-Av CONT-USE-05", "CONT-ETAG-02"},
		{op.GetShareProperties, "", "FILE-SLEASE-11", "FILE-CONS-01"},
		{op.GetShareMetadata, "", "FILE-SLEASE-11", "FILE-CONS-01"},
		{op.GetDirectoryProperties, "", "", "FILE-CONS-01"},
		{op.GetDirectoryMetadata, "", "", "FILE-CONS-01"},
	} {
		g.heedless(slug(l.of)+"-by-head", l.of.String()+" by HEAD", l.conditions, l.lease, head, l.of)
		g.serving(slug(l.of)+"-by-head-without-stamp", l.of.String()+" by HEAD returns no ETag and no Last-Modified.", l.stamps, answering([]op.Operation{l.of}, func(a *held.Answer, r *http.Request) {
			if head(r) {
				a.Header().Del("ETag")
				a.Header().Del("Last-Modified")
			}
		}))
	}
}

// heedless adds a fault by which some requests are performed without their conditions, and one without their lease id.
func (g *group) heedless(name, which, conditions, lease string, some func(*http.Request) bool, of op.Operation) {
	add := func(what, at string, headers ...string) {
		if at != "" {
			g.requests(name+"-ignores-"+lower(what), which+" ignores its "+what+".", at, func(r *http.Request) {
				for _, h := range headers {
					if some(r) {
						r.Header.Del(h)
					}
				}
			}, of)
		}
	}
	add("conditions", conditions, everyCondition...)
	add("lease id", lease, "x-ms-lease-id")
}
