package register

import "ifmatch/loadgen/history"

// Kind is what the key is, which decides the clauses that a violation names.
type Kind uint8

// The kinds.
const (
	Blob Kind = iota
	Entity
	Container
	AppendBlob
	File // one byte of a file
)

// Options of a check. The zero value is good.
type Options struct {
	Kind Kind
	// Open says that others may have written too, or that a part of the history is
	// missing: what they could explain is no violation, and nothing is Valid.
	Open bool
	// Text spells a version's tag in sentences. Nil writes it as a number.
	Text func(history.Token) string
	// Budget is how many placements the search for an order may try before it
	// gives up, and how many more it may take to explain that there is none; 0 is
	// DefaultBudget.
	Budget int
	// Retain is how many events a Stream keeps at most; 0 is DefaultRetain.
	Retain int
}

// DefaultBudget is a few seconds of searching. Healthy histories need a few
// hundred placements.
const DefaultBudget = 20_000_000

// DefaultRetain is how many events a Stream keeps at most: about 16 MB. With an
// eighth of them it no longer waits for a moment at which it can forget exactly.
const DefaultRetain = 1 << 17
