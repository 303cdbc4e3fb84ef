// Package rules holds the rules of a server: the lease matrices, the meaning of conditional headers, what each
// operation evaluates and in which order, error codes and limits. Each server has one Rules value, which never changes
// once the server is made. Servers with different rules can therefore run in one process.
//
// All correct servers share the documented rules. A faulty server gets a copy altered by a func(*Rules).
package rules

import (
	"maps"
	"slices"
	"sync"

	"ifmatch/reference/condition"
	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	"ifmatch/reference/operation"
)

// Rules holds all rules of a server.
type Rules struct {
	Conditions condition.Rules

	BlobLease      lease.Table
	BlobUses       lease.Uses
	ContainerLease lease.Table
	ContainerUses  lease.Uses

	Operations [operation.Count]Operation

	// Checks is the order of the checks of a request against the resource, after the syntax has been checked.
	Checks []Check

	// WildcardYieldsToLease lets a create with If-None-Match: * overwrite a locked blob if it has the right lease id,
	// as has been observed on the service. // BLOB-COND-43
	WildcardYieldsToLease bool

	// BlobHeadersSince is the first version of the protocol in which operations evaluate x-ms-blob-if-match and similar
	// headers. // D:Get Blob Tags, Set Blob Tags
	BlobHeadersSince string
	// TierConditionsSince is the first version in which Delete Blob evaluates x-ms-access-tier-if-modified-since and
	// similar headers. // D:Delete Blob
	TierConditionsSince string

	// TierShownSince is the first version in which Get Blob shows the blob's tier, as Get Blob Properties always
	// does. // azblob 1.8.1: Features added, with the answers of 2026-10-06
	TierShownSince string

	Limits Limits

	// Table holds the rules of the Table service only.
	Table Table

	// Queue holds the rules of the Queue service only.
	Queue Queue

	// File holds the rules of the File service only.
	File File

	// Answers replaces refusals: a code in this map is answered as its value says. The documented rules have none.
	Answers map[errcode.Code]Answer
}

// Answer is a status and code that replace another code.
type Answer struct {
	Status int
	Code   errcode.Code
}

// Check is one check of a request against its resource. The syntax is checked before all of them. Checks for one kind
// of blob (its type, sequence number, append position) come after them.
type Check uint8

// The checks.
const (
	Existence Check = iota // 404
	Copying                // 409 while a copy to the blob is pending
	Lease                  // 412
	Condition              // 304, 409, 412
	Tags                   // 412
)

// Documented returns the rules that the service documents. The result is shared and must not be changed.
var Documented = sync.OnceValue(func() *Rules {
	return &Rules{
		Conditions:            condition.Documented(),
		BlobLease:             lease.Documented(),
		BlobUses:              lease.BlobUses(),
		ContainerLease:        lease.Documented(),
		ContainerUses:         lease.ContainerUses(),
		Operations:            operations(),
		Checks:                []Check{Existence, Copying, Lease, Condition, Tags}, // BLOB-COND-41 BLOB-COND-42
		WildcardYieldsToLease: true,
		BlobHeadersSince:      "2026-02-06",
		TierConditionsSince:   "2026-04-06",
		TierShownSince:        "2026-10-06",
		Limits:                limits,
		Table:                 table(),
		Queue:                 queue(),
		File:                  file(),
	}
})

// Altered returns a copy of the rules, changed by the given functions.
func (r *Rules) Altered(changes ...func(*Rules)) *Rules {
	c := *r
	c.Checks = slices.Clone(r.Checks)
	c.Answers = maps.Clone(r.Answers)
	if c.Answers == nil {
		c.Answers = make(map[errcode.Code]Answer)
	}
	for _, change := range changes {
		change(&c)
	}
	return &c
}
