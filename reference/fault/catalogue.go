package fault

import (
	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	"ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

var catalogue = []Fault{
	{
		Name:     "lease-acquire-while-leased",
		Sentence: "Lease Blob acquire with another id takes over a blob that is leased.",
		Kind:     InRules,
		Clauses:  []string{"BLOB-LM-ACQ-B-Le", "BLOB-LEASE-06"},
		Rules: func(r *rules.Rules) {
			r.BlobLease[lease.AcquireOther][lease.Leased] = lease.Cell{Effect: lease.Grant, Next: lease.Leased}
		},
	},
	{
		Name:     "lease-missing-swapped",
		Sentence: "A write to a leased blob without its id is refused with 409 LeaseAlreadyPresent.",
		Kind:     InRules,
		Clauses:  []string{"BLOB-UM-W-0-Le", "BLOB-LEASE-09"},
		Rules: func(r *rules.Rules) {
			r.Answers[errcode.LeaseIDMissing] = rules.Answer{Status: 409, Code: errcode.LeaseAlreadyPresent}
		},
	},
	{
		Name:       "if-match-ignored",
		Sentence:   "Put Blob does not look at If-Match.",
		Kind:       InMiddleware,
		Clauses:    []string{"BLOB-TAB-01C", "BLOB-ETAG-04", "BLOB-ETAG-06"},
		Middleware: withoutHeader("If-Match", operation.PutBlob),
	},
	{
		Name:     "etag-unchanged",
		Sentence: "Overwriting a blob leaves its ETag as it was.",
		Kind:     InStore,
		Clauses:  []string{"BLOB-ETAG-03", "BLOB-ETAG-10", "BLOB-ETAG-20"},
		Store:    keepingStamps,
	},
	{
		Name:     "stale-read",
		Sentence: "A read returns the version before the last one.",
		Kind:     InStore,
		Clauses:  []string{"BLOB-CONS-01", "BLOB-ETAG-02"},
		Store:    readingStale,
	},
}
