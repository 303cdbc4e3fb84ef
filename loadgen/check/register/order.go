package register

import (
	"slices"

	"ifmatch/loadgen/history"
)

// cause is what it rests on that no order was found: the answers without which there
// would be one. Refusals, and what creates and deletes demand, can be disbelieved one by
// one, which only ever allows more.
func (j *judge) cause() conflict {
	doubted, demands := slices.Clone(j.ops), []int32(nil)
	for i := range doubted[:j.memory] {
		if e := &doubted[i]; effectOf(e) != sight && !(effectOf(e) == wrote && names(e)) && weakest(*e) != *e {
			*e = weakest(*e)
			demands = append(demands, int32(i))
		}
	}
	kept := least(demands, func(few []int32) bool {
		events := slices.Clone(doubted)
		for _, i := range few {
			events[i] = j.ops[i]
		}
		return j.again(events).sense() < never
	})
	switch {
	case kept == nil: // or it takes too long to find out
		kept = demands[:min(shown, len(demands))]
	case len(kept) == 0 && len(j.wild) > 0:
		j.unwritten(j.wild[0])
		return j.conflicts[len(j.conflicts)-1]
	}
	return conflict{about: kept, accused: -1}
}

// weakest is the least that an event can mean: nothing, or of a write that took effect
// that it did so whatever was there, or if it deleted that, perhaps never.
func weakest(e history.Event) history.Event {
	switch effect := effectOf(&e); {
	case effect != wrote && effect != may:
		e.Outcome = history.Wrong
	case e.Op == history.Delete && e.If == history.None:
		e.Outcome, e.Return = history.Unknown, history.Open
	case e.Op != history.Delete:
		e.Op = history.Write
		fallthrough
	default:
		e.If = history.None
	}
	return e
}
