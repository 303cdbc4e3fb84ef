package selftest

import "ifmatch/loadgen/history"

// kind is a way to falsify an event.
type kind struct {
	name string
	make func(s *scene, i int, e *history.Event) (flip, bool)
}

// kinds are all ways. Each makes only what is wrong whatever else happened.
var kinds = []kind{
	{"read of a replaced version", (*scene).staleRead},
	{"stale If-Match accepted", (*scene).staleSwap},
	{"tag given twice", (*scene).sameTag},
	{"write forgotten that was read", (*scene).forgotten},
	{"torn read", (*scene).torn},
	{"create won twice", (*scene).secondCreate},
	{"half a transaction", (*scene).half},
	{"two appends at one position", (*scene).sameOffset},
	{"two holders of a lease", (*scene).secondHolder},
	{"message given out too early", (*scene).early},
	{"removed message given out", (*scene).removed},
	{"old receipt accepted", (*scene).oldReceipt},
}
