package rules

import (
	"ifmatch/reference/condition"
	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
)

// Operation is the documented rule of one operation.
type Operation struct {
	// Headers are the conditional headers that the operation evaluates. It ignores the others, even malformed ones.
	Headers condition.Kinds
	// BlobHeaders are the headers among x-ms-blob-if-match and the like that the operation evaluates.
	BlobHeaders condition.Kinds
	// Reads applies the rule of reads to conditions (304, any combination) instead of the rule of writes.
	Reads bool
	// IfTags makes the operation evaluate x-ms-if-tags. // BLOB-TAGS-01
	IfTags bool
	// Lease is how the operation treats the lease of its resource.
	Lease lease.Use
	// Missing is what the operation does if there is no resource.
	Missing Missing
	// Wildcard is what If-None-Match: * means to the operation.
	Wildcard Wildcard
	// Stamped makes the response carry ETag and Last-Modified.
	Stamped bool
	// Restamps gives the resource a new stamp on success.
	Restamps bool
	// Unmet is the code of an unmet conditional header in older versions of the protocol; ConditionNotMet if empty.
	Unmet errcode.Code
	// DuringCopy lets the operation work on a blob to which a copy is pending. // BLOB-COPY-08
	DuringCopy bool
	// Source is how an unmet condition on the source of a copy is answered.
	Source Source
}

// Source is how an unmet condition on the source of a copy is answered.
type Source uint8

// The answers. For an asynchronous copy, the service checks the source itself. A synchronous copy reads the source, and
// the answer to that inner read shows through: 304 if the source is not modified.
const (
	SourceChecked Source = iota // 412 SourceConditionNotMet
	SourceRead                  // 304 or 412 CannotVerifyCopySource
	SourceFetched               // 304 CannotVerifyCopySource, or 412 SourceConditionNotMet
)

// Missing is what an operation does if there is no resource.
type Missing uint8

// Most operations treat a blob of only uncommitted blocks as missing. // BLOB-COND-35
const (
	NotFound    Missing = iota // 404
	Uncommitted                // 404, but a blob of only uncommitted blocks counts as existing
	Creates                    // makes the resource
)

// Wildcard is what If-None-Match: * means on a resource that exists.
type Wildcard uint8

// The meanings.
const (
	Ignored       Wildcard = iota // no condition at all
	MustNotExist                  // 409 BlobAlreadyExists
	Unsatisfiable                 // 400 UnsatisfiableCondition
)
