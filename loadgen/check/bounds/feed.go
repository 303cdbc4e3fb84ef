package bounds

import (
	"cmp"
	"slices"
)

// feed hands out operations in the order of their return, and knows which are
// in flight.
type feed struct {
	added       []*Op  // since the last sort
	byReturn    []*Op  // not yet explained
	byReturnAll []*Op  // its memory
	all         window // not yet explained
	changes     window // of these, those that may change the state
	count       int    // ever added
}

// window is operations by invocation, with some that have been explained.
type window struct {
	ops    []*Op
	memory []*Op // that ops is a part of
	closed int
}

func (f *feed) add(o *Op) {
	f.count++
	o.rank = f.count
	f.added = append(f.added, o)
}

// lend is add for operations that are another feed's, and keep their rank there.
func (f *feed) lend(o *Op) { f.added = append(f.added, o) }

func (f *feed) empty() bool { return len(f.added)+len(f.byReturn) == 0 }

func byReturn(a, b *Op) int {
	return cmp.Or(cmp.Compare(a.until(), b.until()), cmp.Compare(a.Event.Invoke, b.Event.Invoke))
}

func byInvoke(a, b *Op) int { return cmp.Compare(a.Event.Invoke, b.Event.Invoke) }

// sort takes in what was added.
func (f *feed) sort() {
	if len(f.added) == 0 {
		return
	}
	// The lists are moved to the beginning of their memory as they are used up.
	f.byReturnAll = append(append(f.byReturnAll[:0], f.byReturn...), f.added...)
	f.byReturn = f.byReturnAll
	slices.SortStableFunc(f.byReturn, byReturn)
	f.all.take(f.added, func(*Op) bool { return true })
	f.changes.take(f.added, func(o *Op) bool { return o.Changes })
	f.added = f.added[:0]
}

// reset empties the feed, and keeps its memory.
func (f *feed) reset() {
	*f = feed{added: f.added[:0], byReturnAll: f.byReturnAll[:0], all: window{memory: f.all.memory[:0]}, changes: window{memory: f.changes.memory[:0]}}
}

// next takes out the operation that returned first, if that was before t.
func (f *feed) next(t int64) *Op {
	if len(f.byReturn) == 0 || f.byReturn[0].until() >= t {
		return nil
	}
	o := f.byReturn[0]
	f.byReturn = f.byReturn[1:]
	return o
}

// oldest is the first invocation of an operation not yet explained, or to come
// after the watermark.
func (f *feed) oldest(watermark int64) int64 {
	f.all.skip()
	if len(f.all.ops) > 0 {
		return min(watermark, f.all.ops[0].Event.Invoke)
	}
	return watermark
}

// close marks an operation as explained.
func (f *feed) close(o *Op) {
	o.closed = true
	f.all.closed++
	if o.Changes {
		f.changes.closed++
	}
}

// take adds those operations that are wanted, and drops what was explained.
func (w *window) take(added []*Op, wanted func(*Op) bool) {
	w.memory = w.memory[:copy(w.memory[:cap(w.memory)], w.ops)]
	w.memory = slices.DeleteFunc(w.memory, func(o *Op) bool { return o.closed })
	for _, o := range added {
		if wanted(o) {
			w.memory = append(w.memory, o)
		}
	}
	w.ops, w.closed = w.memory, 0
	slices.SortStableFunc(w.ops, byInvoke)
}

// skip drops what has been explained from the beginning.
func (w *window) skip() {
	for len(w.ops) > 0 && w.ops[0].closed {
		w.ops = w.ops[1:]
		w.closed--
	}
}

// open lists the operations that were invoked by t and are not explained, with a
// few that are.
func (w *window) open(t int64) []*Op {
	w.skip()
	n := 0
	for n < len(w.ops) && w.ops[n].Event.Invoke <= t {
		n++
	}
	if w.closed > 16 && w.closed > n/2 {
		n -= w.squeeze(n)
	}
	return w.ops[:n]
}

// squeeze moves what is not explained among the first n to their end, so that
// one slow operation does not keep all later ones in the list. It returns how
// many it dropped.
func (w *window) squeeze(n int) int {
	to := n
	for k := n - 1; k >= 0; k-- {
		if !w.ops[k].closed {
			to--
			w.ops[to] = w.ops[k]
		}
	}
	w.closed -= to
	w.ops = w.ops[to:]
	return to
}
