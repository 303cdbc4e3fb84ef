package fault

import (
	"net/http"
	"slices"

	"ifmatch/reference/condition"
	"ifmatch/reference/held"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

// conditional is a conditional header.
type conditional struct {
	kind           condition.Kind
	name, header   string
	opposite       string
	clauses        string // clauses about its meaning for a blob
	blobName, from string // x-ms-blob-if-match and x-ms-source-if-match
}

var conditionals = []conditional{
	{condition.Match, "if-match", "If-Match", "If-None-Match", "BLOB-COND-01 BLOB-ETAG-04", "x-ms-blob-if-match", "x-ms-source-if-match"},
	{condition.NoneMatch, "if-none-match", "If-None-Match", "If-Match", "BLOB-COND-02", "x-ms-blob-if-none-match", "x-ms-source-if-none-match"},
	{condition.ModifiedSince, "if-modified-since", "If-Modified-Since", "If-Unmodified-Since", "BLOB-COND-03", "x-ms-blob-if-modified-since", "x-ms-source-if-modified-since"},
	{condition.UnmodifiedSince, "if-unmodified-since", "If-Unmodified-Since", "If-Modified-Since", "BLOB-COND-04", "x-ms-blob-if-unmodified-since", "x-ms-source-if-unmodified-since"},
}

// operation makes a fault that alters the rule of one operation.
func (g *group) operation(o op.Operation, name, sentence, at string, alter func(*rules.Operation)) {
	g.rules(slug(o)+"-"+name, o.String()+" "+sentence+".", at, func(r *rules.Rules) { alter(&r.Operations[o]) })
}

// operationsInOrder returns the operations that have chapters.
func operationsInOrder() (all []op.Operation) {
	for _, o := range op.Of(op.BlobService) {
		if _, found := chapters[o]; found {
			all = append(all, o)
		}
	}
	return all
}

// conditionsOfOperations ignores or inverts each conditional header of each operation. It also makes operations honour
// conditional headers that they should not know.
func conditionsOfOperations(g *group) {
	for _, o := range operationsInOrder() {
		rule, at := rules.Documented().Operations[o], chapters[o].conditions
		for _, h := range conditionals {
			of := at
			if !ofContainer(o) {
				of = together(at, h.clauses)
			}
			if rule.Headers&h.kind != 0 {
				g.operation(o, h.name+"-ignored", "ignores "+h.header, of,
					func(r *rules.Operation) { r.Headers &^= h.kind })
				g.requests(slug(o)+"-"+h.name+"-inverted", o.String()+" treats "+h.header+" as "+h.opposite+".", of,
					func(r *http.Request) { rename(r.Header, h.header, h.opposite) }, o)
			} else if honours(o) {
				g.operation(o, h.name+"-honoured", "honours "+h.header+", which it does not support", at,
					func(r *rules.Operation) { r.Headers |= h.kind })
			}
		}
		if rule.IfTags && o != op.GetPageRangesDiff {
			g.operation(o, "if-tags-ignored", "ignores x-ms-if-tags", "BLOB-TAGS-01 BLOB-TAGS-02a BLOB-TAGS-02",
				func(r *rules.Operation) { r.IfTags = false })
		}
		switch rule.Wildcard {
		case rules.MustNotExist:
			if o == op.PutBlobFromURL {
				break // no clause covers it
			}
			g.operation(o, "wildcard-ignored", "replaces a blob despite If-None-Match: *", map[op.Operation]string{op.PutBlob: "BLOB-COND-20 BLOB-RACE-02", op.PutBlockList: "BLOB-COND-20", op.CopyBlob: "BLOB-COND-21 BLOB-RACE-02"}[o],
				func(r *rules.Operation) { r.Wildcard = rules.Ignored })
		case rules.Unsatisfiable:
			if o == op.GetPageRangesDiff {
				break
			}
			g.operation(o, "wildcard-ignored", "succeeds with If-None-Match: * on an existing blob", "BLOB-COND-28",
				func(r *rules.Operation) { r.Wildcard = rules.Ignored })
		}
		if rule.Reads {
			g.operation(o, "answers-as-a-write", "answers conditions like a write: 412 instead of 304, and no combinations", together(at, "BLOB-COND-02 BLOB-COND-03 BLOB-COND-18"),
				func(r *rules.Operation) { r.Reads = false })
		}
	}
}

// honours reports whether an operation without conditional headers could evaluate them.
func honours(o op.Operation) bool {
	return !slices.Contains([]op.Operation{op.CreateContainer, op.AbortCopyBlob, op.GetBlobTags, op.SetBlobTags, op.AppendBlobSeal}, o)
}

// rename swaps the values of two headers.
func rename(h http.Header, a, b string) {
	a, b = http.CanonicalHeaderKey(a), http.CanonicalHeaderKey(b)
	h[a], h[b] = h[b], h[a]
	for _, name := range []string{a, b} {
		if len(h[name]) == 0 {
			delete(h, name)
		}
	}
}

// leasesOfOperations alters how each operation treats a lease.
func leasesOfOperations(g *group) {
	for _, o := range operationsInOrder() {
		rule, at := rules.Documented().Operations[o], chapters[o].lease
		if len(at) == 0 {
			continue
		}
		switch rule.Lease {
		case lease.Exclusive:
			g.operation(o, "needs-no-lease-id", "needs no lease id on a leased "+resource(o), at, func(r *rules.Operation) { r.Lease = lease.Shared })
			g.operation(o, "lease-id-ignored", "ignores the lease", at, func(r *rules.Operation) { r.Lease = lease.Unleased })
		case lease.Shared:
			g.operation(o, "needs-lease-id", "needs the lease id on a leased "+resource(o), at, func(r *rules.Operation) { r.Lease = lease.Exclusive })
			g.operation(o, "lease-id-ignored", "ignores the lease id", at, func(r *rules.Operation) { r.Lease = lease.Unleased })
		}
	}
}

func resource(o op.Operation) string {
	if ofContainer(o) {
		return "container"
	}
	return "blob"
}

// existenceOfOperations alters what operations do if the resource is missing, or while a copy is pending.
func existenceOfOperations(g *group) {
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
			g.operation(o, "creates-nothing", "returns 404 if the blob does not exist", together(chapters[o].stamp, "BLOB-COND-32"),
				func(r *rules.Operation) { r.Missing = rules.NotFound })
		case rules.NotFound:
			if o == op.GetBlob || o == op.GetBlobProperties || o == op.SetBlobMetadata {
				g.operation(o, "finds-uncommitted", "treats a blob with only uncommitted blocks as existing", "BLOB-COND-35",
					func(r *rules.Operation) { r.Missing = rules.Uncommitted })
			}
		case rules.Uncommitted:
			at := map[op.Operation]string{op.DeleteBlob: "BLOB-COND-35a", op.GetBlockList: "BLOB-TAB-14E-s"}[o]
			if o == op.LeaseBlobAcquire {
				at = "BLOB-LEASE-18"
			}
			if at == "" {
				break // no clause says what they do
			}
			g.operation(o, "misses-uncommitted", "returns 404 if the blob has only uncommitted blocks", at,
				func(r *rules.Operation) { r.Missing = rules.NotFound })
		}
		if !rule.DuringCopy && pendingCopyRefuses(o) {
			at := "BLOB-COPY-08"
			if o >= op.LeaseBlobAcquire && o <= op.LeaseBlobBreak {
				at += " BLOB-USE-54"
			}
			g.operation(o, "during-copy", "is performed while a copy to the blob is pending", at,
				func(r *rules.Operation) { r.DuringCopy = true })
		}
	}
}

// pendingCopyRefuses reports whether the documents list an operation as refused on the destination of a pending copy.
func pendingCopyRefuses(o op.Operation) bool {
	return o >= op.LeaseBlobAcquire && o <= op.LeaseBlobBreak ||
		slices.Contains([]op.Operation{op.PutBlob, op.SetBlobProperties, op.SetBlobMetadata, op.SnapshotBlob, op.CopyBlob, op.AppendBlock, op.PutPage}, o)
}

// stampsOfOperations alters which operations answer with a stamp, and which set a new one.
func stampsOfOperations(g *group) {
	for _, o := range operationsInOrder() {
		rule, c := rules.Documented().Operations[o], chapters[o]
		if rule.Stamped && len(c.stamp) > 0 {
			g.answerWithout(o, "ETag", c.stamp)
			g.operation(o, "answers-no-stamp", "answers with neither ETag nor Last-Modified", c.stamp, func(r *rules.Operation) { r.Stamped = false })
			if o >= op.LeaseBlobAcquire && o <= op.LeaseBlobBreak || o >= op.LeaseContainerAcquire && o <= op.LeaseContainerBreak {
				g.answerWithout(o, "Last-Modified", c.stamp) // BLOB-LEASE-30 to 34
			}
		}
		if rule.Restamps && len(c.restamps) > 0 {
			g.operation(o, "stamp-kept", "leaves ETag and Last-Modified as they were", together(c.restamps, "BLOB-ETAG-10"),
				func(r *rules.Operation) { r.Restamps = false })
		}
	}
}

// answerWithout takes a header from the answers of an operation that succeeded.
func (g *group) answerWithout(o op.Operation, header, at string) {
	g.serving(slug(o)+"-answers-no-"+lower(header), o.String()+" answers without "+header+".", at,
		answering([]op.Operation{o}, func(a *held.Answer, _ *http.Request) { a.Header().Del(header) }))
}
