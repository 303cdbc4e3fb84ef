package hazard

import (
	"fmt"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// belief is a lease that a client may believe to hold.
type belief struct {
	acquired int // line
	taken    int // the line in which somebody else got it; 0: nobody has
}

// endedLease finds an unguarded write of a client whose lease somebody else has got since.
func endedLease(lines []history.Line) *Hazard {
	held := make(map[view]*belief)
	for i := range lines {
		l := &lines[i]
		if h := outlives(lines, held, i); h != nil {
			return h
		}
		action, at := l.LeaseAction(), view{l.Client, l.Resource}
		if !l.Effective() || action != "acquire" && action != "release" {
			continue
		}
		delete(held, at) // whoever asks for a lease does not believe to hold it
		if action == "release" || !l.Succeeded() {
			continue
		}
		for other, b := range held {
			if other.resource == l.Resource && b.taken == 0 {
				b.taken = i
			}
		}
		held[at] = &belief{acquired: i}
	}
	return nil
}

// outlives reports a line that writes under a lease which another client has got since.
func outlives(lines []history.Line, held map[view]*belief, i int) *Hazard {
	l := &lines[i]
	if len(held) == 0 || !l.Wrote() || bookkeeping(&l.Request) || !some(l, func(w *history.Request) bool { return unguarded(lines, w) }) {
		return nil
	}
	for at, b := range held {
		if at.client != l.Client || b.taken == 0 {
			continue
		}
		remedy := "the lease on what is written, with x-ms-lease-id on each write, or If-Match with an ETag read under the lease"
		if at.resource == l.Resource {
			remedy = "x-ms-lease-id on the write"
		}
		return &Hazard{"",
			b.taken, fmt.Sprintf("%s has the lease now, which %s got in line %d", lines[b.taken].Client, l.Client, b.acquired+1),
			i, l.Client + " writes as if it still had the lease", remedy}
	}
	return nil
}

// unguarded reports whether a write takes effect whatever happened before, to what others use, too.
func unguarded(lines []history.Line, w *history.Request) bool {
	if w.Lease != "" || w.Names() || w.Operation == op.InsertEntity {
		return false
	}
	for i := range lines {
		o := &lines[i]
		if o.Effective() && o.Client != w.Client && some(o, func(x *history.Request) bool { return x.Resource == w.Resource }) {
			return true
		}
	}
	return false
}
