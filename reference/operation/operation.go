// Package operation names the operations that requests ask for. A router classifies every request once. All later code
// that needs the operation (rules, faults, metrics, traces) uses that value and never looks at the request again.
package operation

import (
	"context"
	"net/http"
)

// Service is one of the services of a storage account.
type Service string

// The services.
const (
	BlobService  Service = "blob"
	QueueService Service = "queue"
	TableService Service = "table"
	FileService  Service = "file"
)

// Operation is one documented operation. Operations are small dense numbers, so that a rule per operation is an array.
// Each service has a range of them.
type Operation uint8

// Middleware wraps the handler of one request whose operation is known and whose sender is verified. It may change the
// request on its way in and the response on its way out.
type Middleware func(o Operation, next http.Handler) http.Handler

// Stores gives each operation the store that it works on. It is the same for all, unless a decorator wraps it for some.
type Stores[S any] func(Operation) S

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
