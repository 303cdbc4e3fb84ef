package bounds

import (
	"cmp"
	"slices"
)

// feed hands out operations in the order of their return, and knows which are
// in flight.
type feed struct {
	added    []*Op // since the last sort
	byReturn []*Op // from at on, not yet explained
	at       int
	all      window
	changes  window // the operations in all that may change the state
}

// window holds the operations not yet explained, by invocation.
type window struct {
	begun  []*Op // those that open has returned
	coming []*Op // the others, from at on
	at     int
}

func (f *feed) add(o *Op) { f.added = append(f.added, o) }

func byReturn(a, b *Op) int {
	return cmp.Or(cmp.Compare(a.until(), b.until()), cmp.Compare(a.Event.Invoke, b.Event.Invoke))
}

func byInvoke(a, b *Op) int { return cmp.Compare(a.Event.Invoke, b.Event.Invoke) }

// sort takes in the added operations.
func (f *feed) sort() {
	if len(f.added) == 0 {
		return
	}
	f.byReturn, f.at = append(slices.Delete(f.byReturn, 0, f.at), f.added...), 0
	slices.SortStableFunc(f.byReturn, byReturn)
	f.all.take(f.added)
	f.changes.take(slices.DeleteFunc(f.added, func(o *Op) bool { return !o.Changes }))
	f.added = f.added[:0]
}

// reset empties the feed, but keeps its memory.
func (f *feed) reset() {
	empty := func(w window) window { return window{begun: w.begun[:0], coming: w.coming[:0]} }
	*f = feed{added: f.added[:0], byReturn: f.byReturn[:0], all: empty(f.all), changes: empty(f.changes)}
}

// next takes out the operation that returned first, if it returned before t; else nil.
func (f *feed) next(t int64) *Op {
	if f.at == len(f.byReturn) || f.byReturn[f.at].until() >= t {
		return nil
	}
	f.at++
	return f.byReturn[f.at-1]
}

// ahead lists up to n operations that next would take out before t.
func (f *feed) ahead(t int64, n int) []*Op {
	end := f.at
	for end < len(f.byReturn) && end < f.at+n && f.byReturn[end].until() < t {
		end++
	}
	return f.byReturn[f.at:end]
}

// oldest is the earliest invocation of any operation that is not yet explained or is still
// to come.
func (f *feed) oldest(watermark int64) int64 {
	for _, left := range [][]*Op{f.all.begun, f.all.coming[f.all.at:]} {
		if len(left) > 0 {
			return min(watermark, left[0].Event.Invoke)
		}
	}
	return watermark
}

// close takes out an operation that has been explained.
func (f *feed) close(o *Op) {
	f.all.close(o)
	if o.Changes {
		f.changes.close(o)
	}
}

// take adds operations. None was invoked before those that open has returned.
func (w *window) take(added []*Op) {
	w.coming, w.at = append(slices.Delete(w.coming, 0, w.at), added...), 0
	slices.SortStableFunc(w.coming, byInvoke)
}

// open lists the operations that were invoked by t and are not explained.
func (w *window) open(t int64) []*Op {
	for ; w.at < len(w.coming) && w.coming[w.at].Event.Invoke <= t; w.at++ {
		w.begun = append(w.begun, w.coming[w.at])
	}
	n := len(w.begun)
	for n > 0 && w.begun[n-1].Event.Invoke > t {
		n--
	}
	return w.begun[:n]
}

func (w *window) close(o *Op) {
	k := slices.Index(w.open(max(o.until(), o.Event.Invoke)), o)
	w.begun = slices.Delete(w.begun, k, k+1)
}
