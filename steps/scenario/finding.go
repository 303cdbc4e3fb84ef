package scenario

import "ifmatch/reports"

// Finding is a broken promise that the suite found where it was not looking for one: in a
// set-up or a snapshot. The scenario goes on with the state that it found, and the promise's
// own case fails.
type Finding struct {
	Operation, Respect string // what broke it: "Put Page", "ETag"
	Reason, Want, Got  string
	Differs            reports.Difference
	Kind, State        string // the resource with the finding, in the words of the scenario
	Seen               int    // how many exchanges show it
}

// Same reports whether two findings concern the same operation and respect.
func (f Finding) Same(other Finding) bool {
	return f.Operation == other.Operation && f.Respect == other.Respect
}
