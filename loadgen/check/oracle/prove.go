package oracle

import (
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Prove marks a violation as proved by the whole history only, unless its evidence
// proves it alone.
func Prove(v finding.Violation) finding.Violation {
	var events []history.Event
	for _, e := range v.Evidence {
		events = append(events, e.Event)
	}
	if len(events) > Most || Possible(events) {
		return v.Closed()
	}
	return v
}
