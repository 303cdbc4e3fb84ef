package fault

import (
	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	"ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

var catalogue = []Fault{
	{Name: "lease-acquire-while-leased", Sentence: "Lease Blob acquire with another id takes over a blob that is leased.", Clauses: clauses("BLOB-LM-ACQ-B-Le BLOB-LEASE-06"),
		Rules: func(r *rules.Rules) {
			r.BlobLease[lease.AcquireOther][lease.Leased] = lease.Cell{Effect: lease.Grant, Next: lease.Leased}
		}},
	{Name: "lease-missing-swapped", Sentence: "A write to a leased blob without its id is refused with 409 LeaseAlreadyPresent.", Clauses: clauses("BLOB-UM-W-0-Le BLOB-LEASE-09"),
		Rules: func(r *rules.Rules) {
			r.Answers[errcode.LeaseIDMissing] = rules.Answer{Status: 409, Code: errcode.LeaseAlreadyPresent}
		}},
	{Name: "if-match-ignored", Sentence: "Put Blob does not look at If-Match.", Clauses: clauses("BLOB-TAB-01C BLOB-ETAG-04 BLOB-ETAG-06"),
		Middleware: withoutHeader("If-Match", operation.PutBlob)},
	{Name: "etag-unchanged", Sentence: "Overwriting a blob leaves its ETag as it was.", Clauses: clauses("BLOB-ETAG-03 BLOB-ETAG-10 BLOB-ETAG-20"),
		Store: keepingStamps},
	{Name: "stale-read", Sentence: "A read returns the version before the last one.", Clauses: clauses("BLOB-CONS-01 BLOB-ETAG-02"),
		Store: readingStale},
	{Name: "blob-write-apart", Sentence: "A change of a blob or container is judged against the version that it finds, and published over whatever came meanwhile.", Clauses: clauses("BLOB-RACE-01 BLOB-RACE-02 BLOB-RACE-05 BLOB-RACE-06 BLOB-ETAG-06"),
		Store: writingApart},
	{Name: "table-write-apart", Sentence: "A change of entities is judged against the version that it finds, and published over whatever came meanwhile.", Clauses: clauses("TABLE-RACE-01 TABLE-RACE-02 TABLE-OCC-15"),
		Entities: changingApart},
	{Name: "table-if-match-ignored", Sentence: "Update Entity does not look at If-Match.", Clauses: clauses("TABLE-OCC-05 TABLE-COND-01 TABLE-OCC-15"),
		Rules: func(r *rules.Rules) { r.Table.Entities[operation.UpdateEntity].IfMatch = rules.Unheeded }},
	{Name: "table-etag-unchanged", Sentence: "Merge Entity leaves the ETag and the Timestamp as they were.", Clauses: clauses("TABLE-OCC-04 TABLE-ETAG-05"),
		Rules: func(r *rules.Rules) { r.Table.Entities[operation.MergeEntity].Restamps = false }},
	{Name: "table-merge-replaces", Sentence: "Merge Entity drops the properties that it is not given.", Clauses: clauses("TABLE-VERB-14"),
		Rules: func(r *rules.Rules) { r.Table.Entities[operation.MergeEntity].Effect = rules.Replaces }},
	{Name: "table-upsert-conflicts", Sentence: "Insert Or Replace Entity refuses to replace an entity.", Clauses: clauses("TABLE-OCC-12 TABLE-VERB-01"),
		Rules: func(r *rules.Rules) { r.Table.Entities[operation.InsertOrReplaceEntity].Present = rules.Conflicts }},
	{Name: "table-update-creates", Sentence: "Update Entity with If-Match: * creates an entity that is missing.", Clauses: clauses("TABLE-COND-04 TABLE-VERB-05"),
		Rules: func(r *rules.Rules) { r.Table.Entities[operation.UpdateEntity].Absent = rules.Adds }},
	{Name: "transaction-half-applied", Sentence: "An entity group transaction that fails leaves what it did before it failed.", Clauses: clauses("TABLE-BATCH-02 TABLE-BATCH-07 TABLE-BATCH-10"),
		Entities: applyingHalf},
	{Name: "receipt-not-rotated", Sentence: "Update Message leaves the pop receipt as it was.", Clauses: clauses("QUEUE-RCPT-05 QUEUE-RCPT-06"),
		Rules: func(r *rules.Rules) { r.Queue.Messages[operation.UpdateMessage].Renews = false }},
	{Name: "window-one-second-short", Sentence: "A message that was got is visible again a second before the time that was promised.", Clauses: clauses("QUEUE-POP-04"),
		Messages: showingEarly},
	{Name: "window-shared", Sentence: "Get Messages leaves visible what it returns, so that two consumers hold one message.", Clauses: clauses("QUEUE-POP-04 QUEUE-POP-08 QUEUE-DEQ-06"),
		Rules: func(r *rules.Rules) { r.Queue.Messages[operation.GetMessages].Hides = false }},
	{Name: "peek-counts", Sentence: "Peek Messages counts as a dequeue.", Clauses: clauses("QUEUE-PEEK-01 QUEUE-PEEK-02"),
		Rules: func(r *rules.Rules) { r.Queue.Messages[operation.PeekMessages].Counts = true }},
}
