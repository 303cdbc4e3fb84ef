package lease

import (
	"strings"

	"ifmatch/steps/scenario"
)

// Endless is the state of what is under lease A until a client ends it.
const Endless = "is Leased(A) with infinite duration"

// Guards are the guards that a lease makes: a client names the lease that it holds while another
// acts on it, or names none while another acquires it, which is a clause of its own where writes are exclusive. leased
// is the state in which lease A never ends.
func Guards(leased string, clause, exclusive map[string]string) []scenario.Guard {
	uses := func(f scenario.Facts) bool {
		return f.Lease == scenario.LeaseRequired || f.Lease == scenario.LeaseShared
	}
	subject := func(f scenario.Facts) bool { return f.Lease == scenario.LeaseSubject }
	return []scenario.Guard{
		{Terms: "lease id A", State: leased, Of: scenario.FieldLease, Clause: clause, Takes: uses},
		{Terms: "no lease id", State: "is Available", Of: FieldTaken, Clause: exclusive, Takes: func(f scenario.Facts) bool { return f.Lease == scenario.LeaseRequired }},
		{State: leased, Of: scenario.FieldLease, Clause: clause, Takes: subject},
		{State: "is Available", Of: FieldTaken, Clause: clause, Takes: subject},
	}
}

// Turn is what an act does to a lease whose turn comes, or false if the documents have it refused
// because of the lease. No lease of a pair ends by itself.
func Turn(now scenario.Standing, ac *scenario.Act) (scenario.Standing, bool) {
	f := ac.Req.(Request).Lease()
	held := of(now.State)
	state := held.Lease.State
	active := state == "leased" || state == "breaking"
	named := func(id *string) bool { return id != nil && strings.EqualFold(*id, now.Token) }
	switch ac.Op.Lease {
	case scenario.LeaseRequired:
		return now, active && named(f.LeaseID) || !active && f.LeaseID == nil
	case scenario.LeaseShared:
		return now, f.LeaseID == nil || active && named(f.LeaseID)
	case scenario.LeaseIgnored:
		return now, true
	}
	next, id := held.Lease, &now.Token
	done := false
	switch action(ac.Op) {
	case "acquire":
		done, id = !active || named(f.ProposedID), f.ProposedID
		if next = (Shown{State: "leased", Status: "locked", Duration: "fixed"}); f.Duration == nil || *f.Duration == "-1" {
			next.Duration = Infinite
		}
	case "renew":
		done = state == "leased" && named(f.LeaseID)
	case "change":
		done, id = state == "leased" && (named(f.LeaseID) || named(f.ProposedID)), f.ProposedID
	case "release":
		done, next = state != "available" && named(f.LeaseID), Available
	case "break":
		if done = state != "available"; next.Duration == "fixed" {
			next = Shown{State: "breaking", Status: "locked"}
		} else if state == "leased" {
			next = Shown{State: "broken", Status: "unlocked"}
		}
	}
	if !done {
		return now, false
	}
	if held.Lease = next; id != nil {
		now.Token = *id
	}
	return now, true
}
