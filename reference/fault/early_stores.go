package fault

import (
	"math"
	"net/http"
	"time"

	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
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

// look returns the version that an update would change, some milliseconds after it was found.
func look[T, At any](publish update[T, At]) (came *T) {
	_, _ = publish(func(now *T, _ At) (*T, error) {
		came = now
		return nil, errOnlyLooked
	})
	time.Sleep(pause)
	return came
}

// looking updates some milliseconds after a look.
func looking[T, At any](e early[T]) way[T, At] {
	return func(_ string, publish update[T, At], by change[T, At]) (*T, error) {
		return publish(aware(e, look(publish), by))
	}
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
