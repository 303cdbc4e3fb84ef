package fault

import (
	"net/http"
	"slices"

	"ifmatch/reference/condition"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

// conditional is a conditional header.
type conditional struct {
	kind           condition.Kind
	name, header   string
	opposite       string
	clauses        []string // that say what it means to a blob
	blobName, from string   // x-ms-blob-if-match and x-ms-source-if-match
}

var conditionals = []conditional{
	{condition.Match, "if-match", "If-Match", "If-None-Match", clauses("BLOB-COND-01 BLOB-ETAG-04"), "x-ms-blob-if-match", "x-ms-source-if-match"},
	{condition.NoneMatch, "if-none-match", "If-None-Match", "If-Match", clauses("BLOB-COND-02"), "x-ms-blob-if-none-match", "x-ms-source-if-none-match"},
	{condition.ModifiedSince, "if-modified-since", "If-Modified-Since", "If-Unmodified-Since", clauses("BLOB-COND-03"), "x-ms-blob-if-modified-since", "x-ms-source-if-modified-since"},
	{condition.UnmodifiedSince, "if-unmodified-since", "If-Unmodified-Since", "If-Modified-Since", clauses("BLOB-COND-04"), "x-ms-blob-if-unmodified-since", "x-ms-source-if-unmodified-since"},
}

// ofOperation makes a fault that alters the rule of one operation.
func ofOperation(o op.Operation, family, name, sentence string, at []string, alter func(*rules.Operation)) Fault {
	return Fault{
		Name: slug(o) + "-" + name, Family: family, Sentence: o.String() + " " + sentence + ".", Clauses: at,
		Rules: func(r *rules.Rules) { alter(&r.Operations[o]) },
	}
}

func together(lists ...[]string) []string {
	var all []string
	for _, id := range slices.Concat(lists...) {
		if !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// operationsInOrder are those that the chapters know.
func operationsInOrder() (all []op.Operation) {
	for _, o := range op.Of(op.BlobService) {
		if _, found := chapters[o]; found {
			all = append(all, o)
		}
	}
	return all
}

// conditionsOfOperations ignores or inverts each conditional header of each operation, and honours those that the
// operation does not know.
func conditionsOfOperations() (all []Fault) {
	for _, o := range operationsInOrder() {
		rule, at := rules.Documented().Operations[o], chapters[o].conditions
		for _, h := range conditionals {
			of := at
			if !ofContainer(o) {
				of = together(at, h.clauses)
			}
			if rule.Headers&h.kind != 0 {
				all = append(all, ofOperation(o, "condition", h.name+"-ignored", "does not look at "+h.header, of,
					func(r *rules.Operation) { r.Headers &^= h.kind }))
				all = append(all, Fault{
					Name: slug(o) + "-" + h.name + "-inverted", Family: "condition",
					Sentence: o.String() + " takes " + h.header + " for " + h.opposite + ".", Clauses: of,
					Middleware: asking([]op.Operation{o}, func(r *http.Request) { rename(r.Header, h.header, h.opposite) }),
				})
			} else if honours(o) {
				all = append(all, ofOperation(o, "condition", h.name+"-honoured", "is refused by "+h.header+", which it does not know", at,
					func(r *rules.Operation) { r.Headers |= h.kind }))
			}
		}
		if rule.IfTags && o != op.GetPageRangesDiff {
			all = append(all, ofOperation(o, "condition", "if-tags-ignored", "does not look at x-ms-if-tags", clauses("BLOB-TAGS-01 BLOB-TAGS-02a BLOB-TAGS-02"),
				func(r *rules.Operation) { r.IfTags = false }))
		}
		switch rule.Wildcard {
		case rules.MustNotExist:
			if o == op.PutBlobFromURL {
				break // no clause speaks of it
			}
			all = append(all, ofOperation(o, "condition", "wildcard-ignored", "replaces a blob in spite of If-None-Match: *", clauses(map[op.Operation]string{op.PutBlob: "BLOB-COND-20 BLOB-RACE-02", op.PutBlockList: "BLOB-COND-20", op.CopyBlob: "BLOB-COND-21 BLOB-RACE-02"}[o]),
				func(r *rules.Operation) { r.Wildcard = rules.Ignored }))
		case rules.Unsatisfiable:
			if o == op.GetPageRangesDiff {
				break
			}
			all = append(all, ofOperation(o, "condition", "wildcard-ignored", "succeeds with If-None-Match: * on a blob that exists", clauses("BLOB-COND-28"),
				func(r *rules.Operation) { r.Wildcard = rules.Ignored }))
		}
		if rule.Reads {
			all = append(all, ofOperation(o, "condition", "answers-as-a-write", "answers conditions as a write does: 412 in place of 304, and no combinations", together(at, clauses("BLOB-COND-02 BLOB-COND-03 BLOB-COND-18")),
				func(r *rules.Operation) { r.Reads = false }))
		}
	}
	return all
}

// honours tells of an operation without conditional headers whether it could heed them.
func honours(o op.Operation) bool {
	switch o {
	case op.CreateContainer, op.AbortCopyBlob, op.GetBlobTags, op.SetBlobTags, op.AppendBlobSeal:
		return false
	}
	return true
}

// rename gives a header the name of another, and the other one its own.
func rename(h http.Header, a, b string) {
	a, b = http.CanonicalHeaderKey(a), http.CanonicalHeaderKey(b)
	h[a], h[b] = h[b], h[a]
	for _, name := range []string{a, b} {
		if len(h[name]) == 0 {
			delete(h, name)
		}
	}
}

// leasesOfOperations alters how each operation stands to a lease.
func leasesOfOperations() (all []Fault) {
	for _, o := range operationsInOrder() {
		rule, at := rules.Documented().Operations[o], chapters[o].lease
		if len(at) == 0 {
			continue
		}
		switch rule.Lease {
		case lease.Exclusive:
			all = append(all,
				ofOperation(o, "lease use", "needs-no-lease-id", "needs no lease id on a leased "+resource(o), at, func(r *rules.Operation) { r.Lease = lease.Shared }),
				ofOperation(o, "lease use", "lease-id-ignored", "does not look at the lease", at, func(r *rules.Operation) { r.Lease = lease.Unleased }))
		case lease.Shared:
			all = append(all,
				ofOperation(o, "lease use", "needs-lease-id", "needs the lease id on a leased "+resource(o), at, func(r *rules.Operation) { r.Lease = lease.Exclusive }),
				ofOperation(o, "lease use", "lease-id-ignored", "does not look at the lease id", at, func(r *rules.Operation) { r.Lease = lease.Unleased }))
		}
	}
	return all
}

func resource(o op.Operation) string {
	if ofContainer(o) {
		return "container"
	}
	return "blob"
}

// existenceOfOperations alters what operations do without a resource, or while a copy is pending.
func existenceOfOperations() (all []Fault) {
	for _, o := range operationsInOrder() {
		rule := rules.Documented().Operations[o]
		if ofContainer(o) {
			continue
		}
		switch rule.Missing {
		case rules.Creates:
			if rule.Source != rules.SourceChecked {
				break
			}
			all = append(all, ofOperation(o, "existence", "creates-nothing", "is answered 404 where there is no blob", together(chapters[o].stamp, clauses("BLOB-COND-32")),
				func(r *rules.Operation) { r.Missing = rules.NotFound }))
		case rules.NotFound:
			if o == op.GetBlob || o == op.GetBlobProperties || o == op.SetBlobMetadata {
				all = append(all, ofOperation(o, "existence", "finds-uncommitted", "takes a blob of uncommitted blocks for one that exists", clauses("BLOB-COND-35"),
					func(r *rules.Operation) { r.Missing = rules.Uncommitted }))
			}
		case rules.Uncommitted:
			at := map[op.Operation]string{op.DeleteBlob: "BLOB-COND-35a", op.GetBlockList: "BLOB-TAB-14E-s"}[o]
			if o == op.LeaseBlobAcquire {
				at = "BLOB-LEASE-18"
			}
			if at == "" {
				break // no clause says what they do
			}
			all = append(all, ofOperation(o, "existence", "misses-uncommitted", "is answered 404 where there are uncommitted blocks only", []string{at},
				func(r *rules.Operation) { r.Missing = rules.NotFound }))
		}
		if !rule.DuringCopy && pendingCopyRefuses(o) {
			at := clauses("BLOB-COPY-08")
			if o >= op.LeaseBlobAcquire && o <= op.LeaseBlobBreak {
				at = append(at, "BLOB-USE-54")
			}
			all = append(all, ofOperation(o, "existence", "during-copy", "is performed while a copy to the blob is pending", at,
				func(r *rules.Operation) { r.DuringCopy = true }))
		}
	}
	return all
}

// pendingCopyRefuses tells whether the documents name an operation among those that a pending copy keeps from its
// destination.
func pendingCopyRefuses(o op.Operation) bool {
	switch o {
	case op.PutBlob, op.SetBlobProperties, op.SetBlobMetadata, op.SnapshotBlob, op.CopyBlob, op.AppendBlock, op.PutPage:
		return true
	}
	return o >= op.LeaseBlobAcquire && o <= op.LeaseBlobBreak
}

// stampsOfOperations alters which operations answer with a stamp, and which give a new one.
func stampsOfOperations() (all []Fault) {
	for _, o := range operationsInOrder() {
		rule, c := rules.Documented().Operations[o], chapters[o]
		if rule.Stamped && len(c.stamp) > 0 {
			all = append(all, answerWithout(o, "stamp", "ETag", c.stamp),
				ofOperation(o, "stamp", "answers-no-stamp", "answers with neither ETag nor Last-Modified", c.stamp, func(r *rules.Operation) { r.Stamped = false }))
			if o >= op.LeaseBlobAcquire && o <= op.LeaseBlobBreak || o >= op.LeaseContainerAcquire && o <= op.LeaseContainerBreak {
				all = append(all, answerWithout(o, "stamp", "Last-Modified", c.stamp)) // BLOB-LEASE-30 to 34
			}
		}
		if rule.Restamps && len(c.restamps) > 0 {
			all = append(all, ofOperation(o, "stamp", "stamp-kept", "leaves ETag and Last-Modified as they were", together(c.restamps, clauses("BLOB-ETAG-10")),
				func(r *rules.Operation) { r.Restamps = false }))
		}
	}
	return all
}

// answerWithout takes a header from the answers of an operation that succeeded.
func answerWithout(o op.Operation, family, header string, at []string) Fault {
	return Fault{
		Name: slug(o) + "-answers-no-" + lower(header), Family: family, Sentence: o.String() + " answers without " + header + ".", Clauses: at,
		Middleware: answering([]op.Operation{o}, func(a *held, _ *http.Request) { a.header.Del(header) }),
	}
}
