package hazard

import (
	"fmt"
	"slices"

	op "ifmatch/reference/operation"
)

// belief is a lease that a client may believe to hold.
type belief struct {
	view
	acquired int // line
	taken    int // the line in which somebody else got it; 0: nobody has
}

// endedLease finds an unguarded write of a client whose lease somebody else has got since.
func (s *story) endedLease() *Hazard {
	var held []*belief
	for i := range s.lines {
		l := &s.lines[i]
		for _, b := range held {
			if b.client == l.Client && b.taken > 0 && l.Wrote() && !bookkeeping(&l.Request) && s.some(func(a *act) bool { return a.line == i && s.unguarded(a) }) {
				return s.outlived(b, i)
			}
		}
		action := l.LeaseAction()
		if !l.Effective() || action != "acquire" && action != "release" {
			continue
		}
		at := view{l.Client, l.Resource}
		held = slices.DeleteFunc(held, func(b *belief) bool { return b.view == at }) // whoever asks for a lease does not believe to hold it
		if action == "release" || !l.Succeeded() {
			continue
		}
		for _, b := range held {
			if b.resource == l.Resource && b.taken == 0 {
				b.taken = i
			}
		}
		held = append(held, &belief{view: at, acquired: i})
	}
	return nil
}

// outlived tells a write in line i after the end of a lease.
func (s *story) outlived(b *belief, i int) *Hazard {
	remedy := "the lease on what is written, with x-ms-lease-id on each write, or If-Match with an ETag read under the lease"
	if b.resource == s.lines[i].Resource {
		remedy = "x-ms-lease-id on the write"
	}
	return &Hazard{"", b.taken, fmt.Sprintf("%s has the lease now, which %s got in line %d", s.lines[b.taken].Client, b.client, b.acquired+1),
		i, b.client + " writes as if it still had the lease", remedy}
}

// unguarded reports whether a write takes effect whatever happened before, to what others use, too.
func (s *story) unguarded(w *act) bool {
	return w.Lease == "" && !w.Names() && w.Operation != op.InsertEntity &&
		s.some(func(a *act) bool { return a.Client != w.Client && a.Resource == w.Resource })
}
