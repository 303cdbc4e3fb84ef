package register

import (
	_ "embed" // rules.tsv
	"strings"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Kind is the kind of the key, which selects the clauses that a violation names.
type Kind uint8

// The kinds.
const (
	Blob Kind = iota
	Entity
	Container
	AppendBlob
	File  // a file, or one byte of it
	Queue // the metadata or the access policies of a queue
)

// Options of a check. The zero value is usable.
type Options struct {
	Kind Kind
	// Open says that others may have written too, or that a part of the history is
	// missing. Then nothing is a violation that they could explain, and nothing is Valid.
	Open bool
	// Text writes a version's tag for sentences. If it is nil, the tag is a number.
	Text func(history.Token) string
	// Budget is how many placements the search for an order may try before it gives up.
	// It may take as many again to explain that there is none. 0 means DefaultBudget.
	Budget int
	// Limit bounds what it may spend on explaining violations. Nil: nothing.
	Limit *finding.Limit
	// Witness takes the order that Check found, if the history is valid; nil: nobody asks for it.
	Witness func(order []finding.Placed)
	// Retain is how many events a Stream keeps at most. 0 means DefaultRetain.
	Retain int
	// Streams is how many Streams share what one may keep. Nil: one.
	Streams *int
}

// DefaultBudget is worth a few seconds of searching. The history of a correct service
// needs a few hundred placements.
const DefaultBudget = 20_000_000

// DefaultRetain is how many events a Stream keeps at most, about 16 MB. At an eighth of
// it the Stream no longer waits for a moment at which it can forget exactly.
const DefaultRetain = 1 << 17

// rule is a kind of violation: what is promised, or how it was broken, which completes the sentence of a violation, and the
// clauses that it breaks, by the kind of resource.
type rule struct {
	promise string
	clauses [Queue + 1]string
}

// rules.tsv lists the rules by name, some with the status of the accused, and their clauses by Kind.
//
//go:embed rules.tsv
var ruleRows string

var rules = func() map[string]rule {
	out := map[string]rule{}
	for line := range strings.Lines(ruleRows) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		out[f[0]] = rule{f[1], [Queue + 1]string(f[2:])}
	}
	delete(out, "rule") // the heading
	return out
}()
