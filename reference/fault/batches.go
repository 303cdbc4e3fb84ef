package fault

import (
	"bytes"
	"context"
	"net/http"
	"regexp"
	"strconv"
	"sync"

	"ifmatch/reference/held"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
)

// batches are the operations that carry others, and batched are the operations that they carry.
var (
	batches = []op.Operation{op.BlobBatch, op.ContainerBatch}
	batched = []op.Operation{op.DeleteBlob, op.SetBlobTier}
)

// inside makes a middleware that puts a handler around the requests of a batch.
func inside(batch op.Operation, of []op.Operation, serve func(w http.ResponseWriter, r *http.Request, next http.Handler)) func() op.Middleware {
	return wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if op.Outer(r.Context()) != batch {
			next.ServeHTTP(w, r)
			return
		}
		serve(w, r, next)
	})
}

// without drops a header of the requests of a batch.
func without(batch op.Operation, of []op.Operation, header string) func() op.Middleware {
	return inside(batch, of, serveAltered(func(r *http.Request) { r.Header.Del(header) }))
}

// batchRules alters how a batch treats its requests: one by one, with the headers of each, and with an answer to each.
func batchRules(g *group) {
	const alone, own = "BLOB-BATCH-01", "BLOB-BATCH-02"
	for _, batch := range batches {
		for _, h := range conditionals {
			g.serving(slug(batch)+"-ignores-"+lower(h.header), "A request in a "+batch.String()+" ignores its "+h.header+".", own, without(batch, batched, h.header))
		}
		for _, o := range batched {
			of := []op.Operation{o}
			what := o.String() + " in a " + batch.String()
			g.serving(slug(batch)+"-of-"+slug(o)+"-loses-lease-id", what+" loses its lease id.", own, without(batch, of, "x-ms-lease-id"))
			g.add(slug(batch)+"-of-"+slug(o)+"-ignores-lease", what+" ignores the lease.", own, Fault{WithStores: holding(batch, of)})
			g.serving(slug(batch)+"-of-"+slug(o)+"-not-done", what+" returns success but does nothing.", alone, inside(batch, of, func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
				w.WriteHeader(map[op.Operation]int{op.DeleteBlob: http.StatusAccepted, op.SetBlobTier: http.StatusOK}[o])
			}))
		}
		g.serving(slug(batch)+"-stops-at-a-refusal", "Requests after a refused request of a "+batch.String()+" are not performed.", alone, remembering(batch, func(m *memory, w http.ResponseWriter, r *http.Request, next http.Handler) {
			if m.refused {
				w.WriteHeader(http.StatusConflict)
				return
			}
			a := held.By(w, r, next)
			m.refused = a.Status >= 300
			a.Send(w)
		}))
		g.serving(slug(batch)+"-with-conditions-of-the-first", "All requests of a "+batch.String()+" are judged by the conditions of the first.", own+" "+alone, remembering(batch, func(m *memory, w http.ResponseWriter, r *http.Request, next http.Handler) {
			if m.first == nil {
				m.first = r.Header
			}
			serveAltered(func(r *http.Request) {
				for _, h := range conditionals {
					r.Header = with(r, h.header, m.first.Get(h.header))
				}
			})(w, r, next)
		}))
		g.serving(slug(batch)+"-fails-as-a-whole", "A "+batch.String()+" that contains a refused request returns 400 as a whole.", alone, wrapping([]op.Operation{batch}, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			a := held.By(w, r, next)
			if refusedPart.Match(a.Body.Bytes()) {
				refuse(w, http.StatusBadRequest, "InvalidInput")
				return
			}
			a.Send(w)
		}))
		g.serving(slug(batch)+"-swaps-answers", "The first two answers of a "+batch.String()+" are swapped.", alone, answering([]op.Operation{batch}, func(a *held.Answer, _ *http.Request) {
			a.Body = *bytes.NewBuffer(partID.ReplaceAllFunc(a.Body.Bytes(), func(id []byte) []byte {
				n, _ := strconv.Atoi(string(id[len("Content-ID: "):]))
				if n < 2 {
					n = 1 - n
				}
				return []byte("Content-ID: " + strconv.Itoa(n))
			}))
		}))
	}
}

// Patterns of the answer to a batch.
var (
	refusedPart = regexp.MustCompile(`(?m)^HTTP/1\.1 [45]`)
	partID      = regexp.MustCompile(`Content-ID: \d+`)
)

// memory records the earlier requests of one batch.
type memory struct {
	sync.Mutex
	refused bool
	first   http.Header
}

// remembering makes a middleware around the requests of a batch that knows the earlier ones.
func remembering(batch op.Operation, serve func(m *memory, w http.ResponseWriter, r *http.Request, next http.Handler)) func() op.Middleware {
	type key struct{}
	within := inside(batch, batched, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		m := r.Context().Value(key{}).(*memory)
		m.Lock()
		defer m.Unlock()
		serve(m, w, r, next)
	})
	return func() op.Middleware {
		part := within()
		return func(o op.Operation, next http.Handler) http.Handler {
			if o != batch {
				return part(o, next)
			}
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, &memory{})))
			})
		}
	}
}

// holding gives requests of a batch the id of the current lease, whoever holds it.
func holding(batch op.Operation, of []op.Operation) func(Stores) Parts {
	return func(behind Stores) Parts {
		return Parts{Middleware: inside(batch, of, serveAltered(func(r *http.Request) {
			r.Header.Del("x-ms-lease-id")
			if b := standing(behind.Blobs, r); b != nil && b.Lease.State != lease.Available {
				r.Header.Set("x-ms-lease-id", b.Lease.ID.String())
			}
		}))()}
	}
}
