package blocks

import (
	"math/rand/v2"

	"ifmatch/loadgen/history"
)

// Codes of errors in these histories.
const (
	blockGone uint16 = iota + 1
	notMet
)

func codeOf(c uint16) string { return []string{"", "InvalidBlockList", "ConditionNotMet"}[c] }

// plan says what history to make.
type plan struct {
	events, clients, blocks int
	unanswered              int // one operation in so many has no answer; 0: none
	others                  int // one in so many is another write, or somebody else's doing; 0: none
}

// actor uploads one body after the other.
type actor struct {
	id, seq uint32
	free    int64 // when its last operation was over
	value   uint64
	sent    int
}

// simulate makes a history of a correct service. Operations take effect one after the other, at an instant within their
// interval. Those without an answer do so at once, later or never.
func simulate(dice *rand.Rand, p plan) []history.Event {
	out := make([]history.Event, 0, p.events)
	actors := make([]actor, p.clients)
	for i := range actors {
		actors[i].id = uint32(i)
	}
	staged := map[uint64]int{} // blocks that are there, by value
	type belated struct {
		at int64
		do func()
	}
	var late []belated
	now, reach := int64(100), int64(4*p.clients)
	for len(out) < p.events {
		a := &actors[dice.IntN(len(actors))]
		now = max(now+1+dice.Int64N(6), a.free+1)
		for i := 0; i < len(late); i++ {
			if late[i].at < now {
				late[i].do()
				late = append(late[:i], late[i+1:]...)
				i--
			}
		}
		a.seq++
		e := history.Event{Client: a.id, Seq: a.seq, Outcome: history.Won, Status: 201, Invoke: max(a.free, now-dice.Int64N(reach)), Return: now + dice.Int64N(reach)}
		var effect func()
		switch {
		case a.sent == 0 && p.others > 0 && dice.IntN(p.others) == 0:
			e.Op = []history.Op{history.Write, history.Create, history.Swap, history.Delete, history.Discard}[dice.IntN(5)]
			if e.Op != history.Delete && e.Op != history.Discard {
				e.Value = history.ValueOf(a.id, a.seq)
			}
			effect = func() { clear(staged) }
		case a.sent < p.blocks:
			if a.sent == 0 {
				a.value = history.ValueOf(a.id, a.seq)
			}
			value := a.value
			e.Op, e.Value, e.Arg = history.Stage, value, 1024
			effect = func() { staged[value]++ }
			a.sent++
		default:
			value := a.value
			e.Op, e.Value = history.Write, value
			switch {
			case dice.IntN(4) == 0:
				e.Outcome, e.Status, e.Code = history.Lost, 412, notMet
			case staged[value] < p.blocks:
				e.Outcome, e.Status, e.Code = history.Lost, 400, blockGone
			default:
				effect = func() { // an unanswered one may come too late
					if staged[value] == p.blocks {
						clear(staged)
					}
				}
			}
			a.sent = 0
		}
		a.free = e.Return
		if p.unanswered > 0 && dice.IntN(p.unanswered) == 0 && e.Op != history.Discard {
			e.Outcome, e.Return, e.Status, e.Code = history.Unknown, history.Open, 0, 0
			if dice.IntN(3) == 0 {
				e.Outcome, e.Status = history.Throttled, 503
			}
			switch dice.IntN(4) {
			case 0:
				effect = nil
			case 1:
				if effect != nil {
					late = append(late, belated{now + dice.Int64N(40*reach), effect})
				}
				effect = nil
			}
			a.id, a.seq, a.sent = a.id+1<<history.SlotBits, 0, 0
		}
		if effect != nil {
			effect()
		}
		out = append(out, e)
	}
	return out
}
