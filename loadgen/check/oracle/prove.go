package oracle

import (
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Prove says of a violation whether its evidence proves it, or the whole history.
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
