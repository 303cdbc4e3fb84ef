package steps_test

import (
	"testing"

	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"
)

// unprobed are the operations that no case sends by itself, so that a finding about them can only
// be listed.
var unprobed = map[string]string{
	"Create Share":    "its cases are about shares that exist or are being deleted",
	"Snapshot Share":  "its cases are about files in the snapshot",
	"Abort Copy File": "no endpoint offers a pending copy of a file",
}

// TestEveryOperationHasAProbe: whatever a set-up finds, a case shows it by itself. What is about
// to be probed has a clause to accuse: a case of an open clause would never fail.
func TestEveryOperationHasAProbe(t *testing.T) {
	t.Parallel()
	p := choose(t, plan.Selection{})
	for _, op := range steps.Language().Operations {
		if op.Reads {
			continue
		}
		probes := p.Probes(verdict.Finding{Operation: op.Name, Respect: "anything", Differs: reports.InEffect})
		if _, known := unprobed[op.Name]; (len(probes) == 0) != known {
			t.Errorf("%s has %d probes; unprobed: %v", op.Name, len(probes), known)
		}
		for _, c := range probes {
			if c.Open {
				t.Errorf("%s would be probed by %s, which is recorded and never judged", op.Name, c.ID)
			}
		}
	}
}

// TestEverySnapshotReadHasAProbe: the reads without which no snapshot is complete.
func TestEverySnapshotReadHasAProbe(t *testing.T) {
	t.Parallel()
	p := choose(t, plan.Selection{})
	for _, room := range steps.Language().Services {
		for _, kind := range steps.Language().Lexicon(room.Name).Kinds {
			for _, read := range kind.Reads {
				if len(p.Probes(verdict.Finding{Operation: read, Respect: "anything", Differs: reports.InResponse})) == 0 {
					t.Errorf("%s, which reads a %s, has no probe", read, kind.Word)
				}
			}
		}
	}
}
