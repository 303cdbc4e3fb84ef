// Package buried keeps what was deleted softly under a name, until its time is over. A name can be deleted, used again and
// deleted again: each deletion has a version.
package buried

import (
	"fmt"
	"slices"
	"time"

	"ifmatch/reference/etag"
)

// One is a container or a share that was deleted softly.
type One[T any] struct {
	// Version tells the deletions of a name apart. // REC-py test_undelete_container
	Version        string
	Deleted, Until time.Time
	What           T
}

// List holds the deletions of a name, the oldest first. It is never changed.
type List[T any] []One[T]

// With returns the list with one more deletion, which is kept for a time.
func (l List[T]) With(at etag.Stamp, now time.Time, keep time.Duration, what T) List[T] {
	return append(slices.Clip(l), One[T]{version(at.At), now, now.Add(keep), what})
}

// fileTimes is the beginning of the time that versions count: 1601, in ticks of 100 ns before 1970.
const fileTimes = 116444736000000000

func version(at time.Time) string {
	return fmt.Sprintf("%016X", at.Unix()*1e7+int64(at.Nanosecond()/100)+fileTimes)
}

// Alive returns what can still be brought back at a time.
func (l List[T]) Alive(now time.Time) List[T] {
	if !slices.ContainsFunc(l, func(o One[T]) bool { return !now.Before(o.Until) }) {
		return l
	}
	return slices.DeleteFunc(slices.Clone(l), func(o One[T]) bool { return !now.Before(o.Until) })
}

// Take returns a deletion, and the list without it. It returns nil if there is none with that version.
func (l List[T]) Take(version string) (*One[T], List[T]) {
	i := slices.IndexFunc(l, func(o One[T]) bool { return o.Version == version })
	if i < 0 {
		return nil, l
	}
	return &l[i], slices.Delete(slices.Clone(l), i, i+1)
}

// Days returns for how many days a deletion is still kept. A day that has begun counts. // REC-py test_undelete_share
func (o *One[T]) Days(now time.Time) int {
	const day = 24 * time.Hour
	return int((o.Until.Sub(now) + day - 1) / day)
}
