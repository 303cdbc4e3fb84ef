// Package rules is what a server believes: the lease matrices, the meaning of conditional headers, what each operation
// evaluates and in which order, error codes and limits. It is one value per server, never changed once the server is
// made, so that servers with different beliefs run side by side in one process.
//
// The documented rules are shared by all correct servers. A faulty one gets a copy that a func(*Rules) has altered.
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

// Rules is everything a server believes.
type Rules struct {
	Conditions condition.Rules

	BlobLease      lease.Table
	BlobUses       lease.Uses
	ContainerLease lease.Table
	ContainerUses  lease.Uses

	Operations [operation.Count]Operation

	// Checks is the order in which a request is held against the resource, once its syntax was found right.
	Checks []Check

	// WildcardYieldsToLease lets a create with If-None-Match: * overwrite a locked blob if it carries the right lease
	// id, as the service has been seen to do. // BLOB-COND-43
	WildcardYieldsToLease bool

	// BlobHeadersSince is the first version of the protocol in which operations evaluate x-ms-blob-if-match and its
	// like. // D:Get Blob Tags, Set Blob Tags
	BlobHeadersSince string
	// TierConditionsSince is the first version in which Delete Blob evaluates x-ms-access-tier-if-modified-since and its
	// like. // D:Delete Blob
	TierConditionsSince string

	// TierShownSince is the first version in which Get Blob shows the blob's tier, as Get Blob Properties always
	// does. // azblob 1.8.1: Features added, with the answers of 2026-10-06
	TierShownSince string

	Limits Limits

	// Table is what concerns the Table service only.
	Table Table

	// Queue is what concerns the Queue service only.
	Queue Queue

	// File is what concerns the File service only.
	File File

	// Answers replaces refusals: a code that stands here is answered as the value says. The documented rules have none.
	Answers map[errcode.Code]Answer
}

// Answer is a status and code that stand in for another.
type Answer struct {
	Status int
	Code   errcode.Code
}

// Check is one thing that a request is held against. Syntax comes before all of them, what concerns one kind of blob
// only (its type, sequence number, append position) comes after.
type Check uint8

// The checks.
const (
	Existence Check = iota // 404
	Copying                // 409 while a copy to the blob is pending
	Lease                  // 412
	Condition              // 304, 409, 412
	Tags                   // 412
)

// Documented are the rules that the service documents; the result is shared and must not be changed.
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

// Altered returns a copy of the rules that the given functions have changed.
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
