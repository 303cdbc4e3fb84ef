package smb

import (
	"testing"

	"ifmatch/steps/scenario"
)

// existing is a state in which only the existence matters.
type existing struct {
	scenario.State
	scenario.Snapshot
}

func (s *existing) Common() *scenario.Snapshot { return &s.Snapshot }

// TestTurns: an open that shares nothing locks a file, its close unlocks it, and a request is performed only without the lock.
// What meets an open may be refused, and properties of a locked file may be read.
func TestTurns(t *testing.T) {
	t.Parallel()
	file, none := &existing{Snapshot: scenario.Snapshot{Exists: true}}, &existing{}
	put, head := scenario.Operation{Facts: scenario.Facts{Verb: "PUT"}}, scenario.Operation{Facts: scenario.Facts{Verb: "HEAD"}}
	for _, tt := range []struct {
		what                   string
		now                    scenario.State
		locked                 bool
		act                    scenario.Act
		performed, then, maybe bool
	}{
		{what: "open", now: file, act: scenario.Act{Lock: scenario.TakesLock}, performed: true, then: true},
		{what: "open beside another act", now: file, act: scenario.Act{Lock: scenario.TakesLock, Met: true}, performed: true, then: true, maybe: true},
		{what: "second open", now: file, locked: true, act: scenario.Act{Lock: scenario.TakesLock}, then: true},
		{what: "open of nothing", now: none, act: scenario.Act{Lock: scenario.TakesLock}},
		{what: "close", now: file, locked: true, act: scenario.Act{Lock: scenario.EndsLock}, performed: true},
		{what: "close beside another act", now: file, locked: true, act: scenario.Act{Lock: scenario.EndsLock, Met: true}, performed: true},
		{what: "close of what is closed", now: file, act: scenario.Act{Lock: scenario.EndsLock}},
		{what: "write", now: file, act: scenario.Act{Op: put}, performed: true},
		{what: "write that meets an open", now: file, act: scenario.Act{Op: put, Met: true}, performed: true, maybe: true},
		{what: "write of a locked file", now: file, locked: true, act: scenario.Act{Op: put}, then: true},
		{what: "properties of a locked file", now: file, locked: true, act: scenario.Act{Op: head}, performed: true, then: true, maybe: true},
		{what: "properties", now: file, act: scenario.Act{Op: head}, performed: true},
	} {
		turn := Beside
		if tt.act.Lock != scenario.NoLock {
			turn = Turn
		}
		next, performed := turn(scenario.Standing{State: tt.now, Locked: tt.locked}, &tt.act)
		if performed != tt.performed || next.Locked != tt.then || next.Either != tt.maybe {
			t.Errorf("%s: performed %t, then locked %t, either %t", tt.what, performed, next.Locked, next.Either)
		}
	}
}
