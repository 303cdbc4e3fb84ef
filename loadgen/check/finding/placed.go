package finding

import "ifmatch/loadgen/history"

// Placed is an operation of a valid history, and a moment of its interval at which it can have taken effect, or its answer was
// right. The operations on a resource, in order and each at its moment, are a witness: who follows them needs no search.
type Placed struct {
	Event *history.Event // nil: the time of a lease, or of a message's window, is over
	At    int64
}

// Witness takes the order that a check found, if it found the history valid.
type Witness func(order []Placed)
