package workload

import (
	"testing"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
)

// TestTheRaceGoesOnForTheNextName lets one actor win name after name.
func TestTheRaceGoesOnForTheNextName(t *testing.T) {
	t.Parallel()
	d := drive(t, containerCreate, func(o *Options) { o.Keys, o.Reads = 1, 0 })
	d.prepare()
	p, other := d.player(0), d.player(1)
	won := map[uint32]bool{}
	for range 20 {
		p.step()
		e := p.events[0]
		if e.Op != history.Create || e.Outcome != history.Won || won[e.Key] {
			t.Fatalf("operation %d, outcome %d, won before: %t, want a creation", e.Op, e.Outcome, won[e.Key])
		}
		won[e.Key] = true
		other.step()
		if e := other.events[0]; e.Op != history.Create || e.Outcome != history.Lost {
			t.Fatalf("operation %d, outcome %d, want a lost race", e.Op, e.Outcome)
		}
		d.pass(2 * containerCreate.Defaults.Think)
		p.step()
		if e := p.events[0]; e.Op != history.Read || e.Outcome != history.Absent || won[e.Key] {
			t.Fatalf("operation %d, outcome %d, want a look at a name that is free", e.Op, e.Outcome)
		}
	}
	d.finish()
	if v := judge(d); v.State != "valid" {
		t.Errorf("the history is %s %s", v.State, v.Why)
	}
}

// TestAWinnerThatNobodyHeardIsLookedFor loses the winner's answer: the others find out
// who won, and the race continues.
func TestAWinnerThatNobodyHeardIsLookedFor(t *testing.T) {
	t.Parallel()
	d := drive(t, containerCreate, func(o *Options) { o.Keys, o.Reads = 1, 0 })
	d.prepare()
	p, other := d.player(0), d.player(1)
	d.meddle = func(_ *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		send()
		return nil, errCut
	}
	p.step()
	d.meddle = nil
	for range blindLosses {
		other.step()
		if e := other.events[0]; e.Op != history.Create || e.Outcome != history.Lost {
			t.Fatalf("operation %d, outcome %d, want a lost race", e.Op, e.Outcome)
		}
	}
	for _, want := range []history.Outcome{history.Won, history.Absent, history.Won} { // reads who won; reads the next name; creates it
		other.step()
		if e := other.events[0]; e.Outcome != want {
			t.Fatalf("operation %d, outcome %d, want %d", e.Op, e.Outcome, want)
		}
		d.pass(2 * containerCreate.Defaults.Think)
	}
}

func TestContainerCreateIsJudged(t *testing.T) {
	t.Parallel()
	d := drive(t, containerCreate, nil)
	d.prepare()
	d.simulate(16, 5_000)
	d.finish()
	if v := judge(d); v.State != "valid" {
		t.Errorf("the history is %s %s", v.State, v.Why)
	}
}
