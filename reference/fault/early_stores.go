package fault

import (
	"math"
	"net/http"
	"time"

	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/files"
	"ifmatch/reference/store/messages"
)

// aware makes a change that knows the version from when it came.
func aware[T, At any](e early[T], came *T, by change[T, At]) change[T, At] {
	return func(now *T, at At) (*T, error) {
		next, err := by(e.found(came, now), at)
		if err == nil {
			next = e.left(came, now, next)
		}
		return next, err
	}
}

// looking updates some milliseconds after a look.
func looking[T, At any](look func(name string) *T, e early[T]) way[T, At] {
	return func(name string, publish update[T, At], by change[T, At]) (*T, error) {
		came := look(name)
		time.Sleep(pause)
		return publish(aware(e, came, by))
	}
}

func blobsEarly(e early[store.Blob]) func(store.Blobs) store.Blobs {
	return func(s store.Blobs) store.Blobs {
		look := func(name string) *store.Blob {
			b, _ := s.Blob(parts(name)) // it is nil if there is no container
			return b
		}
		return hooks{blob: looking[store.Blob, store.Moment](look, e)}.before(s)
	}
}

func containersEarly(e early[store.Container]) func(store.Blobs) store.Blobs {
	return func(s store.Blobs) store.Blobs {
		return hooks{container: looking[store.Container, store.Moment](s.Container, e)}.before(s)
	}
}

func tablesEarly(e early[entities.Table]) func(entities.Store) entities.Store {
	return func(s entities.Store) entities.Store {
		return partitions{table: looking[entities.Table, time.Time](s.Table, e)}.before(s)
	}
}

func queuesEarly(e early[messages.Queue]) func(messages.Store) messages.Store {
	return func(s messages.Store) messages.Store {
		return posts{queue: looking[messages.Queue, time.Time](s.Queue, e)}.before(s)
	}
}

func sharesEarly(e early[files.Share]) func(files.Store) files.Store {
	return func(s files.Store) files.Store { return shares{s, looking[files.Share, files.Moment](s.Share, e)} }
}

// fromArrival updates with the knowledge of requests about a name, in the order in which their headers arrived.
func fromArrival[T, At any](came *history[string, *T], e early[T]) way[T, At] {
	return remaking(func(name string, by change[T, At], now *T, at At) (*T, error) {
		if v, found := came.take(name); found {
			by = aware(e, v, by)
		}
		return by(now, at)
	})
}

// onArrival makes a fault in which the chosen requests for some operations look when their headers arrive.
func onArrival(e early[store.Blob], of []op.Operation, chosen func(h http.Header) bool) func(Stores) Parts {
	return func(behind Stores) Parts {
		var blobs history[string, *store.Blob]
		var containers history[string, *store.Container]
		return Parts{
			Scope: of,
			Middleware: wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				if chosen(r.Header) {
					if container, blob, ok := addressed(r.URL.Path); ok {
						if b, err := behind.Blobs.Blob(container, blob); err == nil {
							blobs.add(container+"/"+blob, b, math.MaxInt)
						}
					} else {
						containers.add(container, behind.Blobs.Container(container), math.MaxInt)
					}
					time.Sleep(pause)
				}
				next.ServeHTTP(w, r)
			})(),
			Store: hooks{
				blob:      fromArrival[store.Blob, store.Moment](&blobs, e),
				container: fromArrival[store.Container, store.Moment](&containers, early[store.Container]{}),
			}.before,
		}
	}
}

func every(http.Header) bool { return true }

func having(name string) func(http.Header) bool {
	return func(h http.Header) bool { return h.Get(name) != "" }
}

func lacking(name string) func(http.Header) bool {
	return func(h http.Header) bool { return h.Get(name) == "" }
}
