// Package explore_test explores programs that use the official SDKs.
package explore_test

import (
	"sync"
	"testing"
	"time"

	"ifmatch/reference/explore"
	"ifmatch/reference/explore/hazard"
)

// program is a small program with one known bug, and without it.
type program struct {
	name string
	kind hazard.Kind
	make func(mended bool) func(*testing.T, *explore.Store)
}

var gallery = []program{
	{"a counter without If-Match", hazard.LostUpdate, counter},
	{"a create without If-None-Match", hazard.LostUpdate, claim},
	{"two committers of one block list", hazard.LostUpdate, committers},
	{"a checkpoint claimed unconditionally", hazard.LostUpdate, checkpoint},
	{"list, then delete what was listed", hazard.LostUpdate, cleaner},
	{"a tag cached from a 304", hazard.LostUpdate, cache},
	{"a merge with * after a read", hazard.LostUpdate, merge},
	{"a transaction without an ETag", hazard.LostUpdate, stock},
	{"an entity that two services write whole", hazard.LostUpdate, profile},
	{"a thumbnail that tells its maker", hazard.LostUpdate, thumbnail},
	{"pages that two write", hazard.LostUpdate, pages},
	{"a lock whose writes carry no lease id", hazard.EndedLease, lock},
	{"a holder that goes on after its lease ended", hazard.EndedLease, leader},
	{"a renewal that dies silently", hazard.EndedLease, renewal},
	{"a create retried after a lost answer", hazard.OwnWrite, createRetried},
	{"an insert retried after a lost answer", hazard.OwnWrite, insertRetried},
	{"a transaction retried after a lost answer", hazard.OwnWrite, transactionRetried},
	{"an append retried after a lost answer", hazard.DoneTwice, appendRetried},
	{"an update retried after a lost answer", hazard.DoneTwice, updateRetried},
	{"a create and a change, retried after a lost answer", hazard.DoneTwice, defaults},
	{"a message deleted after its window", hazard.TwoOwners, consumers},
	{"a message with an effect under its owner's name", hazard.TwoOwners, payments},
	{"a message deleted by an old receipt", hazard.TwoOwners, heartbeat},
	{"a message deleted before its effect", hazard.EarlyDelete, hasty},
	{"an outbox that deletes before it sends", hazard.EarlyDelete, outbox},
}

func TestEveryBugOfTheGalleryIsFoundAndNamed(t *testing.T) {
	t.Parallel()
	for _, p := range gallery {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			r := explore.Find(t, p.make(false), explore.Departures(2), explore.Budget(time.Minute))
			switch {
			case r.Failure == nil:
				t.Fatalf("not found in %s", r)
			case r.Failure.Kind != string(p.kind):
				t.Errorf("found %q, want %q:\n%s", r.Failure.Kind, p.kind, r.Failure.Text)
			case r.Random > 0:
				t.Errorf("found at random only, in %s", r)
			}
			t.Logf("%s: after %d schedules and %v:\n%s", r.Failure.Kind, r.Tried, time.Since(begun), r.Failure.Text)
		})
	}
}

func TestEveryMendedProgramIsSilent(t *testing.T) {
	t.Parallel()
	for _, p := range gallery {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			r := explore.Find(t, p.make(true), explore.Departures(2), explore.Budget(5*time.Minute))
			if r.Failure != nil || r.Left > 0 && r.AtMost < 2 {
				t.Fatalf("%s\n%+v", r, r.Failure)
			}
			t.Log(r, time.Since(begun))
			// Deeper, and at random.
			if r = explore.Find(t, p.make(true), explore.Seed(7), explore.Budget(300*time.Millisecond)); r.Failure != nil {
				t.Fatalf("%s\n%+v", r, r.Failure)
			}
			t.Log(r)
		})
	}
}

// together runs a function for each participant and waits for all.
func together(of func(name string), names ...string) {
	var all sync.WaitGroup
	for _, name := range names {
		all.Go(func() { of(name) })
	}
	all.Wait()
}
