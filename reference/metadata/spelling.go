package metadata

import "context"

// Spelling is how a client has spelled the names in a request. HTTP header names have no case, and Go's server changes
// the case of all of them. The service keeps the case of metadata names for later readers.
type Spelling struct {
	// Names returns the client's spelling of a lower-case name. It is nil if all names are in lower case.
	Names func(lower string) string
	// Canonical gives the headers of the answer the case that Go's client would give them.
	Canonical bool
}

type spellingKey struct{}

// WithSpelling passes the spelling of a request's names to the code that reads and shows metadata.
func WithSpelling(ctx context.Context, s *Spelling) context.Context {
	return context.WithValue(ctx, spellingKey{}, s)
}

// SpellingOf returns the spelling of a request's names. Without one in the context, the names are in lower case.
func SpellingOf(ctx context.Context) *Spelling {
	if s, ok := ctx.Value(spellingKey{}).(*Spelling); ok {
		return s
	}
	return new(Spelling)
}
