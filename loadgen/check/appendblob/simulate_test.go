package appendblob

import (
	"math/rand/v2"
	"slices"

	"ifmatch/loadgen/history"
)

// plan describes a simulated history.
type plan struct {
	events, clients int
	reads, free     float64 // shares of reads, and of appends without a position
	unknown         float64 // chance of no answer
	hit             float64 // chance that a position is the right one
	sizes           []int64
	coarse          int64
}

// simulate makes a correct history: a create, then appends and reads.
func simulate(rng *rand.Rand, p plan) []history.Event {
	type moment struct {
		e  history.Event
		at int64
	}
	all := []moment{{history.Event{Op: history.Create, Outcome: history.Won, Status: 201, Return: 500, Client: 50, Seq: 1, Flags: history.Outside}, 0}}
	free, seq := make([]int64, p.clients), make([]uint32, p.clients)
	for len(all) < p.events {
		c := 0
		for d := range free {
			if free[d] < free[c] {
				c = d
			}
		}
		invoke := max(free[c], 600) + 1 + int64(rng.ExpFloat64()*100)
		took := int64(rng.ExpFloat64() * 1000)
		free[c] = invoke + took
		seq[c]++
		all = append(all, moment{history.Event{Invoke: invoke, Return: invoke + took, Client: uint32(c), Seq: seq[c]}, invoke + rng.Int64N(took+1)})
	}
	slices.SortStableFunc(all, func(a, b moment) int { return int(a.at - b.at) })
	length, last, tag := int64(0), uint64(0), uint64(1)
	shown := []int64{0} // clients name only lengths that an answer showed
	etag := func() history.Token { return history.Token(1<<60 | tag) }
	events := make([]history.Event, len(all))
	for i := range all {
		e := &all[i].e
		switch {
		case i == 0:
			e.Tag = etag()
		case rng.Float64() < p.reads:
			e.Op, e.Outcome, e.Status, e.Tag, e.Got = history.Read, history.Won, 206, etag(), length
			if rng.IntN(4) > 0 {
				e.Flags, e.Value = history.Tail, last
			}
		default:
			e.Op, e.Arg, e.Value = history.Append, p.sizes[rng.IntN(len(p.sizes))], history.ValueOf(e.Client, e.Seq)
			can := true
			if rng.Float64() >= p.free {
				at := shown[len(shown)-1-rng.IntN(min(3, len(shown)))]
				if rng.Float64() < p.hit && slices.Contains(shown, length) {
					at = length
				}
				e.If = book.Position(at)
				can = at == length
			}
			unknown := rng.Float64() < p.unknown
			switch {
			case unknown:
				e.Outcome, e.Return = history.Unknown, history.Open
				can = can && rng.IntN(2) == 0
			case can:
				e.Outcome, e.Status = history.Won, 201
			default:
				e.Outcome, e.Status = history.Lost, 412
			}
			if can {
				tag++
				if !unknown {
					e.Got, e.Tag = length, etag()
				}
				length, last = length+e.Arg, e.Value
			}
		}
		if e.Outcome == history.Won {
			shown = append(shown, length)
		}
		if p.coarse > 0 {
			e.Invoke /= p.coarse
			if e.Return != history.Open {
				e.Return /= p.coarse
			}
		}
		events[i] = *e
	}
	return events
}

// damage alters a history in one random way. It takes ETags away, because the oracle knows
// lengths only.
func damage(rng *rand.Rand, events []history.Event) {
	other := func() (int64, uint64) {
		for range 20 {
			if e := events[rng.IntN(len(events))]; e.Op == history.Read && e.Flags&history.Tail != 0 {
				return e.Got, e.Value
			}
		}
		return 0, 0
	}
	for range 30 {
		e := &events[rng.IntN(len(events))]
		if e.Flags&history.Outside != 0 {
			continue
		}
		switch rng.IntN(7) {
		case 0:
			if e.Op == history.Read {
				if e.Got, e.Value = other(); e.Flags&history.Tail == 0 {
					e.Value = 0
				}
				return
			}
		case 1:
			if e.Outcome == history.Lost {
				at, _ := other()
				e.If = book.Position(at)
				return
			}
		case 2:
			if e.Op == history.Append && e.Outcome == history.Won && e.If == history.None {
				e.Got, _ = other()
				return
			}
		case 3:
			f := &events[rng.IntN(len(events))]
			if f.Flags&history.Outside == 0 && e.Return != history.Open && f.Return != history.Open {
				e.Invoke, f.Invoke, e.Return, f.Return = f.Invoke, e.Invoke, f.Return, e.Return
				return
			}
		case 4:
			if e.Return != history.Open && e.Return > e.Invoke {
				e.Return = e.Invoke + rng.Int64N(e.Return-e.Invoke+1)
				return
			}
		case 5: // refused but applied
			if e.Op == history.Append && e.Outcome == history.Won {
				e.Outcome, e.Status, e.Got, e.If = history.Lost, 412, 0, book.Position(e.Got)
				return
			}
		case 6:
			if e.Outcome == history.Lost {
				e.Outcome, e.Status = history.Won, 201
				e.Got, _ = book.Number(e.If)
				return
			}
		}
	}
}

// impossible reports whether a client named a length that no answer showed. Only damage makes
// such histories.
func impossible(events []history.Event) bool {
	shown := map[int64]bool{0: true}
	for _, e := range events {
		if e.Outcome == history.Won {
			shown[e.Got], shown[e.Got+e.Arg] = true, true
		}
	}
	for _, e := range events {
		if at, ok := book.Number(e.If); e.If != history.None && (!ok || !shown[at]) {
			return true
		}
	}
	return false
}
