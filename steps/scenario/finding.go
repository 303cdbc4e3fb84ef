package scenario

import "ifmatch/reports"

// Finding is a broken promise that the suite came upon where it did not look for one:
// in a set-up, or in a snapshot. The scenario goes on with what it found, and the
// promise's own case fails by it.
type Finding struct {
	Operation, Respect string // what broke it: "Put Page", "ETag"
	Reason, Want, Got  string
	Differs            reports.Difference
	Kind, State        string // the resource that it was found at, in the words of the scenario
	Seen               int    // how many exchanges show it
}

// Same tells whether two findings are of the same respect of the same operation.
func (f Finding) Same(other Finding) bool {
	return f.Operation == other.Operation && f.Respect == other.Respect
}
