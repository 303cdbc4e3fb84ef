package fault

import (
	"math"
	"net/http"
	"time"

	"ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// Faults that copy early: a request gets the version that was current when its headers arrived. It is judged against
// that version and builds on it, and its result is published over whatever was written while its body was on the way.

// uses says what a request does with the version that it found on arrival.
type uses struct {
	// given returns the version that a change is judged against and builds on; nil: the version found on arrival.
	given func(came, old *store.Blob) *store.Blob
	// left, if not nil, alters the result of the change.
	left func(came, old, next *store.Blob)
	// standing: a blob that is gone by then is gone, whatever the request found on arrival.
	standing bool
	// gone, if not nil, returns what a deletion leaves.
	gone func(came, old *store.Blob) *store.Blob
}

// early makes a fault in which the chosen requests for some operations use the version that they found on arrival.
func (u uses) early(of []operation.Operation, chosen func(h http.Header) bool) func(Stores) Parts {
	return func(behind Stores) Parts {
		var blobs history[string, *store.Blob] // that requests found on arrival
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
				blob: remaking(func(name string, by blobChange, old *store.Blob, at store.Moment) (*store.Blob, error) {
					came, found := blobs.take(name)
					if !found || old == nil && u.standing || came == nil && (u.given != nil || u.left != nil || u.gone != nil) {
						return by(old, at)
					}
					judged := came
					if u.given != nil && old != nil {
						judged = u.given(came, old)
					}
					next, err := by(judged, at)
					if err == nil && next == nil && old != nil && u.gone != nil {
						return u.gone(came, old), nil
					}
					if err == nil && next != nil && old != nil && u.left != nil {
						next = changed(next, func(altered *store.Blob) { u.left(came, old, altered) })
					}
					return next, err
				}),
				container: remaking(func(name string, by containerChange, old *store.Container, at store.Moment) (*store.Container, error) {
					if came, found := containers.take(name); found {
						old = came
					}
					return by(old, at)
				}),
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
