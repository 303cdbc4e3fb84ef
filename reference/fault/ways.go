package fault

import (
	"errors"
	"sync"

	"ifmatch/reference/store"
)

// Blobs, containers and queues are updated alike. A change makes the next version from the current one (nil if there is
// none) at a moment. An update publishes the result of a change. A way is how a named resource is updated.
type (
	change[T, At any] = func(old *T, at At) (*T, error)
	update[T, At any] = func(change[T, At]) (*T, error)
	way[T, At any]    func(name string, publish update[T, At], by change[T, At]) (*T, error)

	blobChange      = change[store.Blob, store.Moment]
	blobUpdate      = update[store.Blob, store.Moment]
	containerChange = change[store.Container, store.Moment]
	containerUpdate = update[store.Container, store.Moment]
)

// changed is an altered copy of a version.
func changed[T any](v *T, alter func(*T)) *T {
	next := *v
	alter(&next)
	return &next
}

// remaking publishes something else than the result of a change.
func remaking[T, At any](remake func(name string, by change[T, At], old *T, at At) (*T, error)) way[T, At] {
	return func(name string, publish update[T, At], by change[T, At]) (*T, error) {
		return publish(func(old *T, at At) (*T, error) { return remake(name, by, old, at) })
	}
}

// afterwards lets a copy of a change's result be altered or replaced before it is published. The copy is nil if the
// change deletes.
func afterwards[T, At any](alter func(name string, old, next *T, at At) *T) way[T, At] {
	return remaking(func(name string, by change[T, At], old *T, at At) (*T, error) {
		next, err := by(old, at)
		if err != nil {
			return nil, err
		}
		if next != nil {
			next = changed(next, func(*T) {})
		}
		return alter(name, old, next, at), nil
	})
}

// replacing lets a version that replaces another be altered before it is published.
func replacing[T, At any](alter func(old, next *T, at At)) way[T, At] {
	return afterwards(func(_ string, old, next *T, at At) *T {
		if old != nil && next != nil {
			alter(old, next, at)
		}
		return next
	})
}

// errOnlyLooked aborts an update that served only to judge a change.
var errOnlyLooked = errors.New("only looked")

// ackWithoutStoring does not publish the picked changes, and answers as if it had.
func ackWithoutStoring[T, At any](picked func(name string, old, next *T) bool) way[T, At] {
	return func(name string, publish update[T, At], by change[T, At]) (*T, error) {
		var made *T
		next, err := publish(func(old *T, at At) (next *T, err error) {
			if next, err = by(old, at); err == nil && picked(name, old, next) {
				made, err = next, errOnlyLooked
			}
			return next, err
		})
		if errors.Is(err, errOnlyLooked) {
			return made, nil
		}
		return next, err
	}
}

// always picks every change.
func always[T any](string, *T, *T) bool { return true }

// checkThenAct holds no lock between the check and the write. A change is judged against the version that it finds. Its result
// is published later, over whatever was published meanwhile. Requests sent one at a time do not show this.
func checkThenAct[T, At any](wait func()) way[T, At] {
	return func(name string, publish update[T, At], by change[T, At]) (*T, error) {
		next, err := ackWithoutStoring[T, At](always)(name, publish, by)
		if err != nil {
			return nil, err
		}
		wait()
		return publish(func(*T, At) (*T, error) { return next, nil })
	}
}

// storeDespiteError publishes a version although the change failed.
func storeDespiteError[T, At any](left func(old *T, err error, at At) *T) way[T, At] {
	return func(_ string, publish update[T, At], by change[T, At]) (*T, error) {
		var failed error
		next, err := publish(func(old *T, at At) (*T, error) {
			next, err := by(old, at)
			if err == nil || old == nil {
				return next, err
			}
			failed = err
			return left(old, err, at), nil
		})
		if failed != nil {
			return nil, failed
		}
		return next, err
	}
}

// visitor is called for the blobs of a container until it returns false.
type visitor = func(name string, b *store.Blob) bool

// hooks wrap a store of blobs. A nil hook leaves the behaviour of the store behind.
type hooks struct {
	store.Blobs
	blob      way[store.Blob, store.Moment]
	undeleted way[store.Blob, store.Moment] // how UpdateDeleted changes a blob
	container way[store.Container, store.Moment]
	shown     func(name string, b *store.Blob) *store.Blob // the version that readers see
	list      func(behind store.Blobs, container, from string, visit visitor) error
}

// before puts a store with the hooks in front of another.
func (h hooks) before(s store.Blobs) store.Blobs {
	h.Blobs = s
	return &h
}

// listing makes lists show another version of each blob; nil leaves the blob out.
func listing(show func(name string, b *store.Blob) *store.Blob) func(behind store.Blobs, container, from string, visit visitor) error {
	return func(behind store.Blobs, container, from string, visit visitor) error {
		return behind.List(container, from, func(name string, b *store.Blob) bool {
			b = show(container+"/"+name, b)
			return b == nil || visit(name, b)
		})
	}
}

// through updates in a way, or as the store behind does if there is none.
func through[T, At any](w way[T, At], name string, publish update[T, At], by change[T, At]) (*T, error) {
	if w == nil {
		return publish(by)
	}
	return w(name, publish, by)
}

func (h *hooks) UpdateBlob(container, name string, by store.BlobChange) (*store.Blob, error) {
	return through(h.blob, container+"/"+name, func(by blobChange) (*store.Blob, error) { return h.Blobs.UpdateBlob(container, name, by) }, by)
}

func (h *hooks) UpdateDeleted(container, name string, by store.BlobChange) (*store.Blob, error) {
	return through(h.undeleted, container+"/"+name, func(by blobChange) (*store.Blob, error) { return h.Blobs.UpdateDeleted(container, name, by) }, by)
}

func (h *hooks) UpdateContainer(name string, by store.ContainerChange) (*store.Container, error) {
	return through(h.container, name, func(by containerChange) (*store.Container, error) { return h.Blobs.UpdateContainer(name, by) }, by)
}

func (h *hooks) Blob(container, name string) (*store.Blob, error) {
	b, err := h.Blobs.Blob(container, name)
	if b != nil && h.shown != nil {
		b = h.shown(container+"/"+name, b)
	}
	return b, err
}

func (h *hooks) List(container, from string, visit func(name string, b *store.Blob) bool) error {
	if h.list == nil {
		return h.Blobs.List(container, from, visit)
	}
	return h.list(h.Blobs, container, from, visit)
}

// heritage keeps the contents of deleted resources, by name.
type heritage[T any] struct{ of sync.Map }

// pass keeps the contents of a deleted resource, and otherwise returns what is kept under its name.
func (h *heritage[T]) pass(name string, was T, deleted bool) (kept T) {
	left, found := h.of.LoadAndDelete(name)
	switch {
	case deleted:
		h.of.Store(name, was)
	case found:
		kept = left.(T)
	}
	return kept
}
