package workload

import (
	"slices"

	"ifmatch/loadgen/history"
)

// action is one of the operations that a history has an Op of its own for.
type action struct {
	op      history.Op
	name    string
	success uint16 // the status that it should be answered with
}

// actions are those on a kind of thing.
type actions []action

// of is the action of an Op, which must be among them.
func (l actions) of(op history.Op) action {
	return l[slices.IndexFunc(l, func(a action) bool { return a.op == op })]
}

// names are the names of the actions in a history, each behind a prefix.
func (l actions) names(book *history.Dictionary, prefix string) map[history.Op]uint16 {
	out := map[history.Op]uint16{}
	for _, a := range l {
		out[a.op] = book.Name(prefix + a.name)
	}
	return out
}
