package reports

import (
	"errors"
	"fmt"
)

// Finding is a violation that the set-up of a case found, and that its probe did not
// show again when it ran alone. A probe that shows it again is a failed case of the
// run: see ProbeOf.
type Finding struct {
	// Clause is the violated clause. Case is the id of the probe. Both are empty if no
	// case is about it. Level is that of the probe.
	Clause string `json:"clause,omitempty"`
	Case   string `json:"case,omitempty"`
	Level  string `json:"level"`
	// Operation, Respect and Differs say what is broken: see Scenario.
	Operation string       `json:"operation"`
	Respect   string       `json:"respect"`
	Differs   []Difference `json:"differs,omitempty"`
	Reason    string       `json:"reason"`
	Want      string       `json:"want,omitempty"`
	Got       string       `json:"got,omitempty"`
	// Scenario is the id of the first case whose set-up showed it.
	Scenario  string     `json:"scenario"`
	Exchanges []Exchange `json:"exchanges,omitempty"`
	// Known is the baseline's line for the probe.
	Known *Known `json:"known,omitempty"`
}

// Manner returns how the finding differs, for its line in a baseline.
func (f Finding) Manner() Manner {
	return MannerOf(Scenario{Status: Failed, Want: f.Want, Got: f.Got, Differs: f.Differs, Respect: f.Respect})
}

// Doubts reports whether a finding makes r inconclusive: it gates, and the baseline
// does not know it.
func (r Run) Doubts(f Finding) bool { return f.Known == nil && Gates(f.Level, r.Plan.Level) }

func (f Finding) validate(b *Baseline) error {
	if _, ok := levels[f.Level]; !ok {
		return fmt.Errorf("level is %q, want must, should or observed", f.Level)
	}
	if f.Case != "" && !oneWord(f.Case) {
		return errors.New("an id holds a space or an invisible character")
	}
	if f.Known != nil && b == nil {
		return errors.New("it is known, but the run had no baseline")
	}
	return nil
}
