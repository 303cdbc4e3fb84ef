// Package condition reads and evaluates the conditional headers If-Match, If-None-Match, If-Modified-Since and
// If-Unmodified-Since.
//
// Reads and writes follow different rules. A read accepts any combination and computes IM && IUS && (INM || IMS). A
// write accepts one header, or a pair of which one is ignored, and refuses the rest. Both rules, and the operators for
// the single headers, are fields of a Rules value, so that a server can have altered ones.
//
// The package knows neither HTTP statuses nor error codes: an Outcome is the result, and the caller chooses the answer.
package condition

import "time"

// Kind is one of the four conditional headers, and a bit in a Kinds.
type Kind uint8

// The four conditional headers.
const (
	Match Kind = 1 << iota
	NoneMatch
	ModifiedSince
	UnmodifiedSince
)

// Kinds is a set of conditional headers.
type Kinds = Kind

// Sets of headers that operations accept.
const (
	None  Kinds = 0
	Dates       = ModifiedSince | UnmodifiedSince
	All         = Match | NoneMatch | ModifiedSince | UnmodifiedSince
)

// Tag is one entity tag of If-Match or If-None-Match, without quotes.
type Tag struct {
	Value string
	Any   bool // the wildcard *
	Weak  bool
}

// Set holds the conditional headers of one request. The zero Set is a request without any.
type Set struct {
	Present         Kinds
	Match           []Tag
	NoneMatch       []Tag
	ModifiedSince   time.Time
	UnmodifiedSince time.Time
}

// Wildcard reports whether If-None-Match requires that nothing exists.
func (s Set) Wildcard() bool {
	return s.Present&NoneMatch != 0 && hasAny(s.NoneMatch)
}

// Without returns the set without one header.
func (s Set) Without(kind Kind) Set {
	s.Present &^= kind
	return s
}

// Subject is the version of a resource that the conditions are checked against.
type Subject struct {
	Exists   bool
	ETag     string // without quotes
	Modified time.Time
}

// Answer is the result of one header for the subject.
type Answer uint8

// A header is absent, met or unmet.
const (
	Absent Answer = iota
	Met
	Unmet
)

// Answers holds the result of each header.
type Answers struct{ Match, NoneMatch, ModifiedSince, UnmodifiedSince Answer }

// Outcome is the result of all headers together.
type Outcome uint8

// The outcomes.
const (
	Proceed     Outcome = iota
	Failed              // the precondition failed
	NotModified         // a read: the client has this version already
)

func hasAny(tags []Tag) bool {
	for _, t := range tags {
		if t.Any {
			return true
		}
	}
	return false
}
