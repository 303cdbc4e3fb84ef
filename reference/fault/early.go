package fault

import (
	"math"
	"net/http"
	"reflect"
	"slices"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/metadata"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// Faults that look early: a change knows the version that was current when it came. It is judged by that version, or by a
// part of it, and its result is published some milliseconds later, over whatever was written meanwhile.

// early says what a change does with the version that was current when it came. Versions are nil where nothing exists.
type early[T any] struct {
	// finds returns the version that the change is judged by and builds on; nil: the one from when it came.
	finds func(came, now *T) *T
	// leaves, if not nil, alters the result of a change of something that was there all the time.
	leaves func(came, now, next *T)
	// gone, if not nil, returns what a deletion of such a thing leaves.
	gone func(came, now *T) *T
}

func (e early[T]) found(came, now *T) *T {
	if e.finds == nil {
		return came
	}
	return e.finds(came, now)
}

func (e early[T]) left(came, now, next *T) *T {
	switch {
	case came == nil || now == nil:
	case next == nil && e.gone != nil:
		return e.gone(came, now)
	case next != nil && e.leaves != nil:
		return changed(next, func(next *T) { e.leaves(came, now, next) })
	}
	return next
}

// current finds what is there.
func current[T any](_, now *T) *T { return now }

// partly finds what is there, with something in it as it was.
func partly[T any](mix func(now, came *T)) func(came, now *T) *T {
	return func(came, now *T) *T {
		if came == nil || now == nil || came == now {
			return now
		}
		return changed(now, func(mixed *T) { mix(mixed, came) })
	}
}

// existing finds what was there, even if it is gone, and nothing else.
func existing[T any](gone func(*T) bool) early[T] {
	return early[T]{finds: func(came, now *T) *T {
		if gone(came) != gone(now) {
			return came
		}
		return now
	}}
}

// deleted reports whether a resource does not exist, or is a tombstone.
func deleted[T any, R interface {
	*T
	Deleted() bool
}](v *T) bool {
	return v == nil || R(v).Deleted()
}

// stale finds a part of what is there as it was, and does not touch that part unless the change is about it.
func stale[T any](part func(*T) any) early[T] {
	take := func(to, from *T) { reflect.ValueOf(part(to)).Elem().Set(reflect.ValueOf(part(from)).Elem()) }
	return early[T]{finds: partly(take), leaves: func(came, now, next *T) {
		if reflect.DeepEqual(part(next), part(came)) {
			take(next, now)
		}
	}}
}

// merging merges a document that a change leaves with that which was written since the change came, up to so many parts. Of
// two with one name, that of the change remains.
func merging[T any, D ~[]P, P any](document func(*T) *D, name func(P) string, most int) early[T] {
	return early[T]{finds: current[T], leaves: func(came, now, next *T) {
		own := *document(next)
		both := slices.Clone(own)
		for _, p := range *document(now) {
			if came != now && len(both) < most && !slices.ContainsFunc(own, func(q P) bool { return name(q) == name(p) }) {
				both = append(both, p)
			}
		}
		*document(next) = both
	}}
}

func mergingMetadata[T any](of func(*T) *metadata.List) early[T] {
	return merging(of, func(p metadata.Pair) string { return p.Name }, math.MaxInt)
}

func mergingPolicies[T any](of func(*T) *[]document.Policy) early[T] {
	return merging(of, func(p document.Policy) string { return p.ID }, 5)
}

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

// using adds a fault in which the chosen requests for some operations look when their headers arrive. The changes of a blob
// are matched with them in that order.
func (g *group) using(name, sentence, at string, e early[store.Blob], chosen func(http.Header) bool, of ...op.Operation) {
	g.add(name, sentence, at, Fault{WithStores: func(behind Stores) Parts {
		var came history[string, *store.Blob]
		return Parts{
			Scope: of,
			Middleware: wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				if chosen(r.Header) {
					container, blob, _ := addressed(r.URL.Path)
					if b, err := behind.Blobs.Blob(container, blob); err == nil {
						came.add(container+"/"+blob, b, math.MaxInt)
					}
					time.Sleep(pause)
				}
				next.ServeHTTP(w, r)
			})(),
			Store: hooks{blob: remaking(func(name string, by blobChange, now *store.Blob, at store.Moment) (*store.Blob, error) {
				if v, found := came.take(name); found {
					by = aware(e, v, by)
				}
				return by(now, at)
			})}.before,
		}
	}})
}

func every(http.Header) bool { return true }

func having(name string) func(http.Header) bool {
	return func(h http.Header) bool { return h.Get(name) != "" }
}

func lacking(name string) func(http.Header) bool {
	return func(h http.Header) bool { return h.Get(name) == "" }
}
