// Package operation names what a request asks for. A router classifies every request once; whoever must know the
// operation afterwards (rules, faults, metrics, traces) uses that value and never looks at the request again.
package operation

import "net/http"

// Service is one of the services of a storage account.
type Service string

// The services.
const (
	BlobService  Service = "blob"
	QueueService Service = "queue"
	TableService Service = "table"
)

// Operation is one documented operation. Operations are small dense numbers, so that a rule per operation is an array.
// Each service has a range of them.
type Operation uint8

// Count is the number of operations, of all services, with Unrecognized.
const Count = queueEnd

// names are those of all services.
var names = func() (all [Count]string) {
	all[Unrecognized] = "unrecognized request"
	for _, service := range [][]string{blobNames[:], tableNames[:], queueNames[:]} {
		for o, name := range service {
			if name != "" {
				all[o] = name
			}
		}
	}
	return all
}()

// String is the operation's name in Microsoft's reference, such as "Put Block List". Lease operations carry their
// action behind the name: "Lease Blob acquire".
func (o Operation) String() string {
	if o >= Count {
		return names[Unrecognized]
	}
	return names[o]
}

// Lookup finds an operation by its name.
func Lookup(name string) (Operation, bool) {
	for o, n := range names {
		if n == name && Operation(o) != Unrecognized {
			return Operation(o), true
		}
	}
	return Unrecognized, false
}

// Blob lists the operations of the Blob service, those on the service first, then containers, then blobs.
func Blob() []Operation { return between(Unrecognized+1, blobEnd) }

// Table lists the operations of the Table service, those on the service first, then tables, then entities.
func Table() []Operation { return between(blobEnd, tableEnd) }

// Queue lists the operations of the Queue service, those on the service first, then queues, then messages.
func Queue() []Operation { return between(tableEnd, queueEnd) }

func between(from, to Operation) []Operation {
	all := make([]Operation, 0, to-from)
	for o := from; o < to; o++ {
		all = append(all, o)
	}
	return all
}

// Middleware wraps the handler of one request, whose operation is known and whose sender is verified: it may change
// the request on its way in and the response on its way out.
type Middleware func(o Operation, next http.Handler) http.Handler
