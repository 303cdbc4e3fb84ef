package operation

import "context"

// within is the context key for the operation of the outer request.
type within struct{}

// Inside marks the context of a request inside another one, whose operation is o.
func Inside(ctx context.Context, o Operation) context.Context {
	return context.WithValue(ctx, within{}, o)
}

// Outer returns the operation of the outer request, or Unrecognized if there is none.
func Outer(ctx context.Context) Operation {
	o, _ := ctx.Value(within{}).(Operation)
	return o
}
