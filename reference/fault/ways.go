package fault

import (
	"errors"
	"strings"
	"sync"
	"time"

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
func storeDespiteError[T, At any](left func(old, next *T, err error, at At) *T) way[T, At] {
	return func(_ string, publish update[T, At], by change[T, At]) (*T, error) {
		var failed error
		next, err := publish(func(old *T, at At) (*T, error) {
			next, err := by(old, at)
			if err == nil || old == nil {
				return next, err
			}
			failed = err
			return left(old, next, err, at), nil
		})
		if failed != nil {
			return nil, failed
		}
		return next, err
	}
}

// inheriting makes a resource that is created again come back with what it held when it was deleted.
func inheriting[T, At, E any](held func(name string) []E, deleted func(*T) bool, put func(name string, e E)) way[T, At] {
	var left sync.Map // by name
	return func(name string, publish update[T, At], by change[T, At]) (*T, error) {
		there := held(name)
		next, err := publish(by)
		if err != nil {
			return next, err
		}
		kept, found := left.LoadAndDelete(name)
		switch {
		case deleted(next):
			left.Store(name, there)
		case found:
			for _, e := range kept.([]E) {
				put(name, e)
			}
		}
		return next, nil
	}
}

// restoring lets something be done in a parent, and restores the parent if that is deleted meanwhile.
func restoring[P, At any, C ~func(*P, At) (*P, error)](look func(string) *P, update func(string, C) (*P, error)) func(parent string, do func() error) error {
	return func(parent string, do func() error) error {
		came := look(parent)
		err := do()
		time.Sleep(pause)
		if err == nil && came != nil && look(parent) == nil {
			_, err = update(parent, func(*P, At) (*P, error) { return came, nil })
		}
		return err
	}
}

// within updates what is in a parent while something is done around it.
func within[T, At any](around func(parent string, do func() error) error) way[T, At] {
	return func(name string, publish update[T, At], by change[T, At]) (next *T, err error) {
		parent, _ := parts(name)
		err = around(parent, func() error {
			next, err = publish(by)
			return err
		})
		return next, err
	}
}

// parts splits the name of a blob, container/blob, or of a partition, table key.
func parts(name string) (parent, child string) {
	i := strings.IndexAny(name, "/ ")
	return name[:i], name[i+1:]
}

// visitor is called for the blobs of a container until it returns false.
type visitor = func(name string, b *store.Blob) bool

// hooks wrap a store of blobs. A nil hook leaves the behaviour of the store behind.
type hooks struct {
	store.Blobs
	blob      way[store.Blob, store.Moment]
	undeleted way[store.Blob, store.Moment] // how UpdateDeleted changes a blob
	container way[store.Container, store.Moment]
	shown     func(name string, b *store.Blob) *store.Blob           // the version that readers see, nil if there is none
	found     func(name string, c *store.Container) *store.Container // the same for containers
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
	if h.shown != nil {
		b = h.shown(container+"/"+name, b)
	}
	return b, err
}

func (h *hooks) Container(name string) *store.Container {
	c := h.Blobs.Container(name)
	if h.found != nil {
		c = h.found(name, c)
	}
	return c
}

func (h *hooks) List(container, from string, visit func(name string, b *store.Blob) bool) error {
	if h.list == nil {
		return h.Blobs.List(container, from, visit)
	}
	return h.list(h.Blobs, container, from, visit)
}
