package fault

import (
	"net/http"
	"strings"
	"sync"
	"time"

	"ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// Copied early: a request is given the version that stood when its headers arrived, judged against it and made of it,
// and published over whatever came while its body was on the way.

// pause is how long a request is held between its arrival and its body, so that requests without one overlap, too.
const pause = 5 * time.Millisecond

// uses are what a request does with the version that it found when it arrived.
type uses struct {
	// given is what a change is judged against, and made of; nil: the version that came.
	given func(came, old *store.Blob) *store.Blob
	// left, if not nil, alters what the change has made.
	left func(came, old, next *store.Blob)
}

// arrivals are the versions that requests found when they arrived, in the order in which they came.
type arrivals struct {
	store.Blobs
	uses
	mu         sync.Mutex
	blobs      map[blobName][]*store.Blob
	containers map[string][]*store.Container
}

// copyingEarly makes a fault of operations that copy early, of those requests only that the choice picks.
func copyingEarly(of []operation.Operation, chosen func(h http.Header) bool) func() Parts {
	return uses{}.early(of, chosen)
}

// early makes a fault of operations that use early what they found, of the requests that the choice picks.
func (u uses) early(of []operation.Operation, chosen func(h http.Header) bool) func() Parts {
	return func() Parts {
		a := &arrivals{uses: u, blobs: map[blobName][]*store.Blob{}, containers: map[string][]*store.Container{}}
		middleware := wrapping(of, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			if chosen(r.Header) {
				a.arrive(r.URL.Path)
				time.Sleep(pause)
			}
			next.ServeHTTP(w, r)
		})
		return Parts{Middleware: middleware(), Scope: of, Store: func(s store.Blobs) store.Blobs {
			a.Blobs = s
			return a
		}}
	}
}

// arrive notes what stands at an address of the form /account/container/blob.
func (a *arrivals) arrive(path string) {
	names := strings.SplitN(strings.TrimPrefix(path, "/"), "/", 3)
	if len(names) < 2 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(names) == 2 {
		a.containers[names[1]] = append(a.containers[names[1]], a.Blobs.Container(names[1]))
		return
	}
	if b, err := a.Blobs.Blob(names[1], names[2]); err == nil {
		at := blobName{names[1], names[2]}
		a.blobs[at] = append(a.blobs[at], b)
	}
}

func (a *arrivals) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	a.mu.Lock()
	at := blobName{container, name}
	came := a.blobs[at]
	if len(came) > 0 {
		a.blobs[at] = came[1:]
	}
	a.mu.Unlock()
	return a.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		if len(came) == 0 || came[0] == nil && (a.given != nil || a.left != nil) {
			return change(old, at)
		}
		judged := came[0]
		if a.given != nil && old != nil {
			judged = a.given(came[0], old)
		}
		next, err := change(judged, at)
		if err == nil && next != nil && old != nil && a.left != nil {
			altered := *next
			a.left(came[0], old, &altered)
			next = &altered
		}
		return next, err
	})
}

func (a *arrivals) UpdateContainer(name string, change store.ContainerChange) (*store.Container, error) {
	a.mu.Lock()
	came := a.containers[name]
	if len(came) > 0 {
		a.containers[name] = came[1:]
	}
	a.mu.Unlock()
	return a.Blobs.UpdateContainer(name, func(old *store.Container, at store.Moment) (*store.Container, error) {
		if len(came) > 0 {
			old = came[0]
		}
		return change(old, at)
	})
}

func every(http.Header) bool { return true }

func having(name string) func(http.Header) bool {
	return func(h http.Header) bool { return h.Get(name) != "" }
}

func lacking(name string) func(http.Header) bool {
	return func(h http.Header) bool { return h.Get(name) == "" }
}
