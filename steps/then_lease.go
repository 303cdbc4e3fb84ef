package steps

import (
	"context"
	"fmt"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// leaseIs judges the lease of what the last act was about.
func (w *world) leaseIs(ctx context.Context, state string) error {
	if w.subject == nil {
		return miswritten("no resource yet")
	}
	return w.leaseState(ctx, w.subject, state)
}

// leaseOfIs judges the lease of a named resource.
func (w *world) leaseOfIs(ctx context.Context, kind, name, state string) error {
	t, err := w.thing(labelOf(kind, name))
	if err != nil {
		return err
	}
	return w.leaseState(ctx, t, state)
}

func (w *world) leaseState(ctx context.Context, t *thing, state string) error {
	want, err := cell.ParseLeaseState(state)
	if err != nil {
		return miswritten("%v", err)
	}
	st, err := w.read(ctx, t)
	if err != nil {
		return unknown("read the lease of the "+t.label, err)
	}
	if err := w.time.judge(); err != nil {
		return err
	}
	if got := leaseShown(*st); got != shownState(want) {
		return failed("the lease of the "+t.label+" is in another state", shownState(want), got)
	}
	if d := want.Duration; d != "" && want.Name == "Leased" {
		shown := map[bool]string{true: "infinite", false: "fixed"}[d == "ever"]
		if st.Lease.Duration != shown {
			return failed("the lease of the "+t.label+" is of another kind", shown, st.Lease.Duration)
		}
	}
	if !want.Locked() {
		return nil
	}
	// Reads show the state but never whose lease it is; a read that carries the
	// id succeeds only with the right one (BLOB-UM-R-A-Le, -Bi).
	id, ok := w.leases[want.ID]
	if !ok {
		return miswritten("nobody was given a lease %s", want.ID)
	}
	if want.ID == "X" && (id == w.leases["A"] || id == w.leases["B"] || id == w.leases["C"]) {
		return failed("the lease of the "+t.label+" is under an id that a client once proposed", "an id that the service made up", id)
	}
	held, err := w.holdsLease(ctx, t.res, id)
	if err != nil {
		return unknown("read the "+t.label+" with its lease id", err)
	}
	if err := w.time.judge(); err != nil {
		return err // the lease may have ended between the two reads
	}
	if !held {
		return failed("the lease of the "+t.label+" is under another id", state, "a read with that id is refused")
	}
	return nil
}

// leaseShown and shownState put what a read shows of a lease into the same form.
func leaseShown(st ops.State) string {
	return fmt.Sprintf("%s, %s", st.Lease.State, st.Lease.Status)
}

func shownState(l cell.LeaseState) string {
	return fmt.Sprintf("%s, %s", l.Header(), map[bool]string{true: "locked", false: "unlocked"}[l.Locked()])
}
