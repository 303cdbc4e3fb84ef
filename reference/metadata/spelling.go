package metadata

import "context"

// Spelling is how names are spelled on the way that a request came. HTTP's names have no case, and Go's server gives all
// of them one; the service keeps the case of metadata for whoever reads it.
type Spelling struct {
	// Names are the names that the client has spelled otherwise than in lower case, by their lower case. Nil if there
	// are none.
	Names func(lower string) string
	// Canonical gives the headers of the answer the case that Go's client would give them.
	Canonical bool
}

type spellingKey struct{}

// WithSpelling hands the spelling of a request's names to whoever reads and shows metadata.
func WithSpelling(ctx context.Context, s *Spelling) context.Context {
	return context.WithValue(ctx, spellingKey{}, s)
}

// SpellingOf is the spelling of a request's names. Where nobody has looked, they are in lower case.
func SpellingOf(ctx context.Context) *Spelling {
	if s, ok := ctx.Value(spellingKey{}).(*Spelling); ok {
		return s
	}
	return new(Spelling)
}
