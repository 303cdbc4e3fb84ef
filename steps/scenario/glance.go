package scenario

import "context"

// A Glance is the list that a look at what a set-up made leaves out, and the fields that only this list shows. The list
// costs as much as the other reads together, and is asked again after the act. Nobody is accused on the strength of a
// glance: if the list matters to the verdict, the case is played anew with whole looks, and so are all after it.
type Glance struct {
	Operation string
	Fields    []Field
}

type glanceKey struct{}

// Glancing lets the reads of ctx leave out the list of a resource in which they find nothing wrong.
func Glancing(ctx context.Context) context.Context {
	return context.WithValue(ctx, glanceKey{}, true)
}

// Whole reports whether the reads of ctx leave out nothing: those of a glance do if there is a flaw.
func Whole(ctx context.Context, s *Snapshot) bool {
	return ctx.Value(glanceKey{}) == nil || !s.Exists || len(s.Flaws) > 0
}
