package selftest

import "ifmatch/loadgen/history"

// kind is a way to falsify an event.
type kind struct {
	name string
	op   history.Op // of the events that it fits
	how  history.Outcome
	make func(s *scene, i int, e *history.Event) flip
}

// kinds are all ways. Each makes only what is wrong whatever else happened.
var kinds = []kind{
	{"read of a replaced version", history.Read, history.Won, (*scene).staleRead},
	{"stale If-Match accepted", history.Swap, history.Lost, (*scene).staleSwap},
	{"tag given twice", history.Swap, history.Won, (*scene).sameTag},
	{"write forgotten that was read", history.Read, history.Won, (*scene).forgotten},
	{"torn read", history.Read, history.Won, (*scene).torn},
	{"create won twice", history.Create, history.Lost, (*scene).secondCreate},
	{"half a transaction", history.Read, history.Won, (*scene).half},
	{"two appends at one position", history.Append, history.Won, (*scene).sameOffset},
	{"two holders of a lease", history.Acquire, history.Refused, (*scene).secondHolder},
	{"message given out too early", history.Get, history.Won, (*scene).early},
	{"removed message given out", history.Get, history.Won, (*scene).removed},
	{"old receipt accepted", history.Remove, history.Lost, (*scene).oldReceipt},
}

// fits tells whether it may fit an event.
func (k kind) fits(e *history.Event) bool {
	return e.Outcome == k.how && (e.Op == k.op || k.op == history.Read && e.Op == history.GetRange)
}
