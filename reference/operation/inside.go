package operation

import "context"

// within is the key under which a context says what a request came inside of.
type within struct{}

// Inside marks the context of a request that came inside of another one, which asked for o.
func Inside(ctx context.Context, o Operation) context.Context {
	return context.WithValue(ctx, within{}, o)
}

// Outer is the operation of the request that the one with this context came inside of, Unrecognized if there is none.
func Outer(ctx context.Context) Operation {
	o, _ := ctx.Value(within{}).(Operation)
	return o
}
