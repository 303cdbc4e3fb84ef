package bounds

import (
	"cmp"
	"slices"
)

// feed hands out operations in the order of their return, and knows which are
// in flight.
type feed struct {
	added    []*Op // since the last sort
	byReturn []*Op // not yet explained
	byInvoke []*Op // not yet explained, and some of those explained
	changes  []*Op // of byInvoke, those that may change the state
	count    int   // ever added
	closed   int   // of changes, those explained
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
	return cmp.Or(cmp.Compare(a.Event.Return, b.Event.Return), cmp.Compare(a.Event.Invoke, b.Event.Invoke))
}

func byInvoke(a, b *Op) int { return cmp.Compare(a.Event.Invoke, b.Event.Invoke) }

// sort takes in what was added.
func (f *feed) sort() {
	if len(f.added) == 0 {
		return
	}
	f.byInvoke = slices.DeleteFunc(f.byInvoke, func(o *Op) bool { return o.closed })
	f.byInvoke = append(f.byInvoke, f.added...)
	slices.SortStableFunc(f.byInvoke, byInvoke)
	f.byReturn = append(slices.Clone(f.byReturn), f.added...)
	slices.SortStableFunc(f.byReturn, byReturn)
	f.changes = f.changes[:0]
	for _, o := range f.byInvoke {
		if o.Changes {
			f.changes = append(f.changes, o)
		}
	}
	f.closed = 0
	f.added = nil
}

// next takes out the operation that returned first, if that was before t.
func (f *feed) next(t int64) *Op {
	if len(f.byReturn) == 0 || f.byReturn[0].Event.Return >= t {
		return nil
	}
	o := f.byReturn[0]
	f.byReturn = f.byReturn[1:]
	return o
}

// oldest is the first invocation of an operation not yet explained, or to come
// after the watermark.
func (f *feed) oldest(watermark int64) int64 {
	for len(f.byInvoke) > 0 && f.byInvoke[0].closed {
		f.byInvoke = f.byInvoke[1:]
	}
	if len(f.byInvoke) > 0 {
		return min(watermark, f.byInvoke[0].Event.Invoke)
	}
	return watermark
}

// close marks an operation as explained.
func (f *feed) close(o *Op) {
	o.closed = true
	if o.Changes {
		f.closed++
	}
}

// open lists the operations that may change the state, were invoked by t and
// are not explained, with a few that are.
func (f *feed) open(t int64) []*Op {
	for len(f.changes) > 0 && f.changes[0].closed {
		f.changes = f.changes[1:]
		f.closed--
	}
	n := 0
	for n < len(f.changes) && f.changes[n].Event.Invoke <= t {
		n++
	}
	if f.closed > 16 && f.closed > n/2 {
		n -= f.squeeze(n)
	}
	return f.changes[:n]
}

// squeeze moves what is not explained among the first n to their end, so that
// one slow operation does not keep all later ones in the list. It returns how
// many it dropped.
func (f *feed) squeeze(n int) int {
	to := n
	for k := n - 1; k >= 0; k-- {
		if !f.changes[k].closed {
			to--
			f.changes[to] = f.changes[k]
		}
	}
	f.closed -= to
	f.changes = f.changes[to:]
	return to
}
