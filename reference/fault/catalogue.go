package fault

import (
	"net/http"

	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	"ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
)

// catalogue returns the faults with names of their own, outside the generated families.
func catalogue() (all []Fault) {
	g := group{faults: &all}
	g.rules("lease-acquire-while-leased", "Lease Blob acquire with another id takes over a blob that is leased.", "BLOB-LM-ACQ-B-Le BLOB-LEASE-06", func(r *rules.Rules) {
		r.BlobLease[lease.AcquireOther][lease.Leased] = lease.Cell{Effect: lease.Grant, Next: lease.Leased}
	})
	g.rules("lease-missing-swapped", "A write to a leased blob without its id is refused with 409 LeaseAlreadyPresent.", "BLOB-UM-W-0-Le BLOB-LEASE-09", func(r *rules.Rules) {
		r.Answers[errcode.LeaseIDMissing] = rules.Answer{Status: 409, Code: errcode.LeaseAlreadyPresent}
	})
	g.requests("if-match-ignored", "Put Blob ignores If-Match.", "BLOB-TAB-01C BLOB-ETAG-04 BLOB-ETAG-06",
		func(r *http.Request) { r.Header.Del("If-Match") }, operation.PutBlob)
	g.blobs("etag-unchanged", "Overwriting a blob leaves its ETag as it was.", "BLOB-ETAG-03 BLOB-ETAG-10 BLOB-ETAG-20", alteringBlobs(func(old, next *store.Blob, _ store.Moment) {
		if old.Committed {
			next.Stamp = old.Stamp
		}
	}))
	g.blobs("stale-read", "A read returns the version before the last one.", "BLOB-CONS-01 BLOB-ETAG-02", readingStale)
	g.blobs("blob-write-apart", "A change of a blob or container is judged against the version that it finds, and published over whatever was written meanwhile.", "BLOB-RACE-01 BLOB-RACE-02 BLOB-RACE-05 BLOB-RACE-06 BLOB-ETAG-06", checkThenActBlobs)
	g.entities("table-write-apart", "A change of entities is judged against the version that it finds, and published over whatever was written meanwhile.", "TABLE-RACE-01 TABLE-RACE-02 TABLE-OCC-15 TABLE-PAIR-01 TABLE-PAIR-03", checkThenActEntities)
	g.rules("table-if-match-ignored", "Update Entity ignores If-Match.", "TABLE-OCC-05 TABLE-COND-01 TABLE-OCC-15",
		func(r *rules.Rules) { r.Table.Entities[operation.UpdateEntity].IfMatch = rules.Unheeded })
	g.rules("table-etag-unchanged", "Merge Entity leaves the ETag and the Timestamp as they were.", "TABLE-OCC-04 TABLE-ETAG-05",
		func(r *rules.Rules) { r.Table.Entities[operation.MergeEntity].Restamps = false })
	g.rules("table-merge-replaces", "Merge Entity drops properties that the request omits.", "TABLE-VERB-14",
		func(r *rules.Rules) { r.Table.Entities[operation.MergeEntity].Effect = rules.Replaces })
	g.rules("table-upsert-conflicts", "Insert Or Replace Entity refuses to replace an entity.", "TABLE-OCC-12 TABLE-VERB-01",
		func(r *rules.Rules) { r.Table.Entities[operation.InsertOrReplaceEntity].Present = rules.Conflicts })
	g.rules("table-update-creates", "Update Entity with If-Match: * creates a missing entity.", "TABLE-COND-04 TABLE-VERB-05",
		func(r *rules.Rules) { r.Table.Entities[operation.UpdateEntity].Absent = rules.Adds })
	g.entities("transaction-half-applied", "An entity group transaction that fails keeps the changes that it made before it failed.", "TABLE-BATCH-02 TABLE-BATCH-07 TABLE-BATCH-10", applyingHalf)
	g.rules("receipt-not-rotated", "Update Message leaves the pop receipt as it was.", "QUEUE-RCPT-05 QUEUE-RCPT-06",
		func(r *rules.Rules) { r.Queue.Messages[operation.UpdateMessage].Renews = false })
	g.messages("window-one-second-short", "A message that was received becomes visible again a second earlier than promised.", "QUEUE-POP-04", showingEarly)
	g.rules("window-shared", "Get Messages leaves the messages that it returns visible, so two consumers hold the same message.", "QUEUE-POP-04 QUEUE-POP-08 QUEUE-DEQ-06 QUEUE-TIME-01 QUEUE-TIME-02",
		func(r *rules.Rules) { r.Queue.Messages[operation.GetMessages].Hides = false })
	g.rules("peek-counts", "Peek Messages counts as a dequeue.", "QUEUE-PEEK-01 QUEUE-PEEK-02",
		func(r *rules.Rules) { r.Queue.Messages[operation.PeekMessages].Counts = true })
	return all
}
