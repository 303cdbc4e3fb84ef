package steps

import (
	"context"
	"strings"
	"time"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// lease brings the lease of t into the state ls. Leases that must last do so for
// a minute at least; one that must expire takes the shortest time there is.
func (w *world) lease(ctx context.Context, t *thing, ls cell.LeaseState) error {
	family := "Lease Blob "
	if t.res.Kind == ops.Container {
		family = "Lease Container "
	}
	if ls.Name == "Available" {
		return nil
	}
	period, breaking := map[string]string{"Leased": "60", "Breaking": "-1", "Broken": "-1", "Expired": "15"}[ls.Name], "60"
	switch n := strings.TrimSuffix(ls.Duration, " seconds"); {
	case n == "":
	case n == "ever":
		period = "-1"
	case ls.Name == "Breaking":
		breaking = n
	default:
		period = n
	}
	acquire := ops.Request{Duration: &period, ProposedID: ptr(w.leases[ls.ID])}
	if ls.ID == "X" {
		acquire.ProposedID, acquire.Drop = nil, []string{"x-ms-proposed-lease-id"}
	}
	resp, err := w.prepare(ctx, family+"acquire", t, acquire)
	if err != nil {
		return err
	}
	if ls.ID == "X" {
		w.leases["X"] = resp.Header.Get("x-ms-lease-id")
	}
	switch ls.Name {
	case "Breaking":
		_, err = w.prepare(ctx, family+"break", t, ops.Request{BreakPeriod: &breaking})
	case "Broken":
		_, err = w.prepare(ctx, family+"break", t, ops.Request{BreakPeriod: ptr("0")})
	case "Expired":
		err = w.time.pass(ctx, 15*time.Second)
	}
	if err != nil {
		return err
	}
	switch ls.Since {
	case "modified":
		return w.modify(ctx, t)
	case "leased":
		_, err = w.prepare(ctx, family+"acquire", t, ops.Request{Duration: ptr("60"), ProposedID: ptr(w.leases["B"])})
	}
	return err
}

// standing is what reads show of a lease once what was done since has been done: a
// write ends the memory of a blob's lease, but not that of a container's.
func standing(ls cell.LeaseState, kind ops.Kind) cell.LeaseState {
	switch {
	case ls.Since == "leased":
		return cell.LeaseState{Name: "Leased", ID: "B"}
	case ls.Since == "modified" && kind != ops.Container:
		return cell.LeaseState{Name: "Available"}
	}
	return ls
}
