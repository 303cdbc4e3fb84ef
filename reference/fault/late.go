package fault

import (
	"sync"
	"time"
)

// late is how long after the answer an effect stays hidden.
const late = 20 * time.Millisecond

// delayed keeps, by name, the versions that were current before a change, so that a store can show
// them until the change is old enough.
type delayed[T any] struct{ before sync.Map }

type version[T any] struct {
	was T
	at  time.Time
}

// published notes that a version has just been replaced.
func (o *delayed[T]) published(name string, was T) { o.before.Store(name, version[T]{was, time.Now()}) }

// shown is the version before now, if now is too new.
func (o *delayed[T]) shown(name string, now T) T {
	if old, found := o.before.Load(name); found && time.Since(old.(version[T]).at) < late {
		return old.(version[T]).was
	}
	return now
}

// noting notes what was before the changes that are picked; nil: all.
func noting[T, At, V any](d *delayed[V], look func(name string) V, picked func(was V, next *T) bool) way[T, At] {
	return func(name string, publish update[T, At], by change[T, At]) (*T, error) {
		was := look(name)
		next, err := publish(by)
		if err == nil && (picked == nil || picked(was, next)) {
			d.published(name, was)
		}
		return next, err
	}
}
