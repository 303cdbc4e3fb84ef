package rules

import (
	"ifmatch/reference/condition"
	"ifmatch/reference/lease"
)

// Operation is what the documents say of one operation.
type Operation struct {
	// Headers are the conditional headers that the operation evaluates. It ignores the others, also malformed ones.
	Headers condition.Kinds
	// BlobHeaders are those of x-ms-blob-if-match and its like that the operation evaluates.
	BlobHeaders condition.Kinds
	// Reads makes conditions follow the rule of reads (304, any combination) instead of that of writes.
	Reads bool
	// IfTags makes the operation evaluate x-ms-if-tags. // BLOB-TAGS-01
	IfTags bool
	// Lease is how the operation stands to the lease of its resource.
	Lease lease.Use
	// Missing is what the operation does without a resource.
	Missing Missing
	// Wildcard is what If-None-Match: * means to the operation.
	Wildcard Wildcard
	// Stamped makes the response carry ETag and Last-Modified.
	Stamped bool
	// Restamps gives the resource a new stamp on success.
	Restamps bool
	// DuringCopy lets the operation work on a blob that a copy is still being made to. // BLOB-COPY-08
	DuringCopy bool
	// Source is how an unmet condition on the source of a copy is answered.
	Source Source
}

// Source is how an unmet condition on the source of a copy is answered.
type Source uint8

// The answers. An asynchronous copy checks the source itself; a synchronous one reads it, and the answer to that inner
// read shows through: 304 where nothing is new.
const (
	SourceChecked Source = iota // 412 SourceConditionNotMet
	SourceRead                  // 304 or 412 CannotVerifyCopySource
	SourceFetched               // 304 CannotVerifyCopySource, or 412 SourceConditionNotMet
)

// Missing is what an operation does without a resource.
type Missing uint8

// A blob that consists of uncommitted blocks only is missing to most operations. // BLOB-COND-35
const (
	NotFound    Missing = iota // 404
	Uncommitted                // 404, but a blob with uncommitted blocks only will do
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
