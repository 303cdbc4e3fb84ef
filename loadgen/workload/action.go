package workload

import (
	"slices"

	"ifmatch/loadgen/history"
)

// action is one operation with an Op of its own in histories.
type action struct {
	op      history.Op
	name    string
	success uint16 // status of a documented success
}

// actions are the operations on one kind of thing.
type actions []action

// of returns the action of an Op, which must be in the list.
func (l actions) of(op history.Op) action {
	return l[slices.IndexFunc(l, func(a action) bool { return a.op == op })]
}

// names returns the names of the actions in a history, each after a prefix.
func (l actions) names(book *history.Dictionary, prefix string) map[history.Op]uint16 {
	out := map[history.Op]uint16{}
	for _, a := range l {
		out[a.op] = book.Name(prefix + a.name)
	}
	return out
}
