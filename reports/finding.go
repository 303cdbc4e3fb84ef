package reports

import (
	"errors"
	"fmt"
)

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
