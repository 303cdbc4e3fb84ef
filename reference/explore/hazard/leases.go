package hazard

import (
	"fmt"
	"strings"

	"ifmatch/reference/explore/history"
)

// belief is a lease that a client may believe to hold.
type belief struct {
	acquired int // line
	taken    int // the line in which somebody else got it; 0: nobody has
}

// endedLease finds an unguarded write of a client whose lease somebody else has got since.
func endedLease(lines []history.Line) (Hazard, bool) {
	held := make(map[view]*belief)
	for i := range lines {
		l := &lines[i]
		if h, found := outlives(lines, held, i); found {
			return h, true
		}
		if !l.Effective() {
			continue
		}
		at := view{l.Client, l.Resource}
		switch action(l) {
		case "acquire":
			delete(held, at) // whoever asks for a lease does not believe to hold it
			if l.Succeeded() {
				for other, b := range held {
					if other.resource == l.Resource && b.taken == 0 {
						b.taken = i
					}
				}
				held[at] = &belief{acquired: i}
			}
		case "release":
			delete(held, at)
		}
	}
	return Hazard{}, false
}

// action is what a line does with a lease: "acquire", or "" if it is about none.
func action(l *history.Line) string {
	name, about := strings.CutPrefix(l.Operation.String(), "Lease ")
	if !about {
		return ""
	}
	return name[strings.LastIndexByte(name, ' ')+1:]
}

// outlives reports a line that writes under a lease which another client has got since.
func outlives(lines []history.Line, held map[view]*belief, i int) (Hazard, bool) {
	l := &lines[i]
	if !l.Wrote() || bookkeeping(l.Operation) || !some(l, func(w *history.Request) bool { return unguarded(lines, w) }) {
		return Hazard{}, false
	}
	for at, b := range held {
		if at.client != l.Client || b.taken == 0 {
			continue
		}
		remedy := "the lease on what is written, with x-ms-lease-id on each write, or If-Match with an ETag read under the lease"
		if at.resource == l.Resource {
			remedy = "x-ms-lease-id on the write"
		}
		return Hazard{
			First: b.taken, FirstNote: fmt.Sprintf("%s has the lease now, which %s got in line %d", lines[b.taken].Client, l.Client, b.acquired+1),
			Second: i, SecondNote: l.Client + " writes as if it still had the lease",
			Remedy: remedy,
		}, true
	}
	return Hazard{}, false
}

// unguarded reports whether a write takes effect whatever happened before, to what others use, too.
func unguarded(lines []history.Line, w *history.Request) bool {
	if w.Lease != "" || w.Names() || creates[w.Operation] {
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
