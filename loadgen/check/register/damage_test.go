package register

import (
	"math/rand/v2"

	"ifmatch/loadgen/history"
)

// damage alters a history in one random way. The result may still be correct.
func damage(rng *rand.Rand, events []history.Event) {
	pair := func() (history.Token, uint64) { // a version that some answer or write shows
		for range 20 {
			if e := events[rng.IntN(len(events))]; e.Tag != history.None && e.Value != 0 {
				return e.Tag, e.Value
			}
		}
		return pack(1), events[0].Value
	}
	for range 30 {
		i := rng.IntN(len(events))
		e := &events[i]
		read := e.Op == history.Read && e.Outcome == history.Won && e.If == history.None && e.Tag != history.None
		switch rng.IntN(12) {
		case 0, 1:
			if read && e.Value != 0 {
				e.Tag, e.Value = pair()
				return
			}
		case 2:
			if (e.Op == history.Swap || e.Op == history.Delete) && e.Outcome == history.Lost || e.Op == history.Read && e.Outcome == history.Lost {
				e.If, _ = pair()
				return
			}
		case 3:
			f := &events[rng.IntN(len(events))]
			if (e.Flags|f.Flags)&history.Outside == 0 && e.Return != history.Open && f.Return != history.Open {
				e.Invoke, f.Invoke, e.Return, f.Return = f.Invoke, e.Invoke, f.Return, e.Return
				return
			}
		case 4:
			if e.Flags&history.Outside == 0 && e.Return != history.Open && e.Return > e.Invoke {
				if d := e.Return - e.Invoke; rng.IntN(2) == 0 {
					e.Return = e.Invoke + rng.Int64N(d+1)
				} else {
					e.Invoke = e.Return - rng.Int64N(d+1)
				}
				return
			}
		case 5:
			if e.Op == history.Swap && e.Outcome == history.Won {
				if tag, _ := pair(); tag != e.Tag {
					e.If = tag
					return
				}
			}
		case 6: // accepted although the named version was stale, or something existed
			if e.Outcome == history.Lost && e.Op != history.Read {
				e.Outcome, e.Status = history.Won, 201
				if e.Op != history.Delete {
					e.Tag = pack(uint64(1000 + i))
				}
				return
			}
		case 7: // refused but applied
			if e.Outcome == history.Won && e.Op != history.Read && e.Flags&history.Outside == 0 {
				e.Outcome, e.Status, e.Tag = history.Lost, 412, history.None
				return
			}
		case 8:
			if read && rng.IntN(2) == 0 {
				e.Outcome, e.Status, e.Tag, e.Value = history.Absent, 404, history.None, 0
				return
			}
		case 9: // a tag given twice
			if rng.IntN(4) == 0 && e.Outcome == history.Won && e.Op != history.Read && e.Op != history.Delete && e.Tag != history.None {
				e.Tag, _ = pair()
				return
			}
		case 10: // contents under another tag
			if rng.IntN(4) == 0 && read && e.Value != 0 {
				_, e.Value = pair()
				return
			}
		case 11:
			if rng.IntN(8) == 0 && read && e.Value != 0 {
				e.Flags |= history.Torn
				e.Value = 0
				return
			}
		}
	}
}
