package fault

import (
	"errors"
	"sync"

	"ifmatch/reference/store"
)

// Blobs, containers and queues are updated alike: a change makes the next version of the current one, nil if there is
// none, at a moment, and an update publishes what the change has made. A way is how something that has a name is updated.
type (
	change[T, At any] = func(old *T, at At) (*T, error)
	update[T, At any] = func(change[T, At]) (*T, error)
	way[T, At any]    func(name string, publish update[T, At], by change[T, At]) (*T, error)

	blobChange      = change[store.Blob, store.Moment]
	blobUpdate      = update[store.Blob, store.Moment]
	containerChange = change[store.Container, store.Moment]
	containerUpdate = update[store.Container, store.Moment]
)

// remaking publishes something else than what a change makes.
func remaking[T, At any](remake func(name string, by change[T, At], old *T, at At) (*T, error)) way[T, At] {
	return func(name string, publish update[T, At], by change[T, At]) (*T, error) {
		return publish(func(old *T, at At) (*T, error) { return remake(name, by, old, at) })
	}
}

// afterwards lets a copy of what a change has made be altered or replaced before it is published. It is nil where
// nothing is left.
func afterwards[T, At any](alter func(name string, old, next *T, at At) *T) way[T, At] {
	return remaking(func(name string, by change[T, At], old *T, at At) (*T, error) {
		next, err := by(old, at)
		if err != nil {
			return nil, err
		}
		if next != nil {
			altered := *next
			next = &altered
		}
		return alter(name, old, next, at), nil
	})
}

// replacing lets what takes the place of something be altered before it is published.
func replacing[T, At any](alter func(old, next *T, at At)) way[T, At] {
	return afterwards(func(_ string, old, next *T, at At) *T {
		if old != nil && next != nil {
			alter(old, next, at)
		}
		return next
	})
}

// errOnlyLooked ends an update that was made to judge it.
var errOnlyLooked = errors.New("only looked")

// unpublished performs none of the changes that are picked, and answers as if it had.
func unpublished[T, At any](picked func(name string, old, next *T) bool) way[T, At] {
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

// apart has no lock between the look and the write: a change is judged against the version that it finds, and what it
// makes of that version is published later, whatever was published meanwhile. One request at a time shows nothing.
func apart[T, At any](wait func()) way[T, At] {
	return func(name string, publish update[T, At], by change[T, At]) (*T, error) {
		next, err := unpublished[T, At](always)(name, publish, by)
		if err != nil {
			return nil, err
		}
		wait()
		return publish(func(*T, At) (*T, error) { return next, nil })
	}
}

// despite publishes something although a change of what there is failed.
func despite[T, At any](left func(old *T, err error, at At) *T) way[T, At] {
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

// visitor is told of the blobs of a container, until it returns false.
type visitor = func(name string, b *store.Blob) bool

// hooks make a store of blobs. What is nil is as in the store behind.
type hooks struct {
	store.Blobs
	blob      way[store.Blob, store.Moment]
	container way[store.Container, store.Moment]
	shown     func(name string, b *store.Blob) *store.Blob // what readers see of a blob
	list      func(behind store.Blobs, container, from string, visit visitor) error
}

// before puts a store with the hooks before another.
func (h hooks) before(s store.Blobs) store.Blobs {
	h.Blobs = s
	return &h
}

// listing lets lists show something else of each blob; nil: nothing.
func listing(show func(name string, b *store.Blob) *store.Blob) func(behind store.Blobs, container, from string, visit visitor) error {
	return func(behind store.Blobs, container, from string, visit visitor) error {
		return behind.List(container, from, func(name string, b *store.Blob) bool {
			b = show(container+"/"+name, b)
			return b == nil || visit(name, b)
		})
	}
}

func (h *hooks) UpdateBlob(container, name string, by store.BlobChange) (*store.Blob, error) {
	if h.blob == nil {
		return h.Blobs.UpdateBlob(container, name, by)
	}
	return h.blob(container+"/"+name, func(by blobChange) (*store.Blob, error) {
		return h.Blobs.UpdateBlob(container, name, by)
	}, by)
}

func (h *hooks) UpdateContainer(name string, by store.ContainerChange) (*store.Container, error) {
	if h.container == nil {
		return h.Blobs.UpdateContainer(name, by)
	}
	return h.container(name, func(by containerChange) (*store.Container, error) {
		return h.Blobs.UpdateContainer(name, by)
	}, by)
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

// heritage is what was in things that were deleted, by their names.
type heritage[T any] struct{ of sync.Map }

// pass keeps what was in something, if it was deleted, and otherwise hands out what is kept under its name.
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
