// Package check judges a recorded history: is there an order of its operations in which a
// correct service could have performed them? It splits the history by resource, gives
// every resource to the checks that its operations call for, and joins their results.
// Resources are independent of each other (linearisability is local), except for the
// entities of a partition that entity group transactions change together.
//
// The verdict is never better than the evidence: a history with a missing part is never
// valid, and a search that gave up is undecided.
package check

import "ifmatch/loadgen/history"

// Events checks events that were not read from a file. If complete is false, why says
// what is missing.
func Events(book *history.Dictionary, events []history.Event, complete bool, why string, o Options) Verdict {
	s := NewWhole(book, o, len(events))
	s.Add(events)
	return s.Close(complete, why)
}

// History checks a history.
func History(h *history.History, o Options) Verdict {
	return Events(h.Book, h.Events, h.Complete, h.Why, o)
}
