package fault

import (
	"errors"
	"strings"
	"sync"
	"time"
)

// Blobs, containers and queues are updated alike. A change makes the next version from the current one (nil if there is
// none) at a moment. An update publishes the result of a change. A way is how a named resource is updated.
type (
	change[T, At any] = func(old *T, at At) (*T, error)
	update[T, At any] = func(change[T, At]) (*T, error)
	way[T, At any]    func(name string, publish update[T, At], by change[T, At]) (*T, error)
)

// pause is how long a request is held between its arrival and its body, so that requests without a body overlap too.
const pause = 5 * time.Millisecond

// waiting is the delay of a request between the check and the write.
func waiting() { time.Sleep(pause / 10) }

// changed is an altered copy of a version.
func changed[T any](v *T, alter func(*T)) *T {
	next := *v
	alter(&next)
	return &next
}

// through updates in a way, or as the store behind does if there is none.
func through[T, At any](w way[T, At], name string, publish update[T, At], by change[T, At]) (*T, error) {
	if w == nil {
		return publish(by)
	}
	return w(name, publish, by)
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

// restoring looks at a resource, and returns what restores it if it has been deleted since.
func restoring[T, At any, C ~func(*T, At) (*T, error)](name string, look func(string) *T, update func(string, C) (*T, error)) func() {
	came := look(name)
	return func() {
		if came != nil && look(name) == nil {
			_, _ = update(name, func(*T, At) (*T, error) { return came, nil }) // another client may have created it
		}
	}
}

// parts splits the name of a blob, container/blob, or of a partition, table key.
func parts(name string) (parent, child string) {
	i := strings.IndexAny(name, "/ ")
	return name[:i], name[i+1:]
}
