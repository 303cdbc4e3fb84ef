package register

import (
	"math/rand/v2"
	"slices"

	"ifmatch/loadgen/history"
)

// plan describes a simulated history. Shares are weights; chances are from 0 to 1.
type plan struct {
	events, clients int

	reads, heads, unlessReads, ifReads  float64 // Get, Get Properties, If-None-Match, If-Match
	writes, swaps, creates              float64
	deletes, deletesAny                 float64 // with If-Match, and of whatever is there
	unknown, refused, untagged, tagless float64 // chances: no answer; a lease; a write or a read without tag
	hit                                 float64 // chance that a condition names the current version
	coarse                              int64   // resolution of the clock, in its units; 0: fine
	prepared                            bool    // begins with a create, flagged Outside
	occupied                            bool    // not prepared, and something is there at the beginning
	unjust                              int     // so many updates that could be done are done before one is refused all the same; 0: none is
	timely                              bool    // clients name a tag only after an answer showed it to somebody
}

// pack makes a token as the dictionary does for a tag like "0x8DC…".
func pack(n uint64) history.Token { return history.Token(1<<60 | 0x8DC0000000000000>>4 + n) }

// unjust is the error code of refusals without a reason.
const unjust = 1

// initialValue stands for contents that were there before the history.
var initialValue = history.ValueOf(999, 1)

// simulated is the state of a correct service.
type simulated struct {
	alive bool
	tag   history.Token
	value uint64
}

// simulator makes correct histories.
type simulator struct {
	plan
	rng   *rand.Rand
	now   simulated
	past  []history.Token
	shown map[history.Token]int64 // when an answer first showed a tag
	tags  uint64
	done  int // updates since the last one that was refused without a reason
}

// simulate makes a linearisable history.
func simulate(rng *rand.Rand, p plan) []history.Event {
	s := &simulator{plan: p, rng: rng, shown: map[history.Token]int64{}}
	events := s.schedule()
	if p.occupied {
		s.now = simulated{true, s.newTag(), initialValue}
		s.past = append(s.past, s.now.tag)
	}
	for i := range events {
		s.act(&events[i], p.prepared && i == 0)
	}
	if p.coarse > 0 {
		for i := range events {
			e := &events[i]
			e.Invoke /= p.coarse
			if e.Return != history.Open {
				e.Return /= p.coarse
			}
		}
	}
	for i := range events {
		events[i].Intended = events[i].Invoke
	}
	return events
}

// schedule draws the intervals of operations, in the order in which they take effect.
// Clients stay roughly in step. Half of the writes without an answer have no end from the
// beginning, and take effect long after their client gave up.
func (s *simulator) schedule() []history.Event {
	type moment struct {
		e  history.Event
		at int64
	}
	free := make([]int64, s.clients)
	seq := make([]uint32, s.clients)
	all := make([]moment, 0, s.events)
	start := int64(0)
	if s.prepared {
		all = append(all, moment{history.Event{Invoke: 0, Return: 500, Client: 50, Seq: 1, Flags: history.Outside}, 0})
		start = 1000
	}
	for c := range free {
		free[c] = start
	}
	for len(all) < s.events {
		c := 0
		for d := range free {
			if free[d] < free[c] {
				c = d
			}
		}
		invoke := free[c] + 1 + int64(s.rng.ExpFloat64()*100)
		took := int64(s.rng.ExpFloat64() * 1000)
		at := invoke
		if took > 0 {
			at += s.rng.Int64N(took + 1)
		}
		free[c] = invoke + took
		seq[c]++
		m := moment{history.Event{Invoke: invoke, Return: invoke + took, Client: uint32(c + 1), Seq: seq[c]}, at}
		if s.rng.Float64() < s.unknown/2 {
			m.e.Return, m.at = history.Open, invoke+int64(s.rng.ExpFloat64()*5000)
		}
		all = append(all, m)
	}
	slices.SortStableFunc(all, func(a, b moment) int { return int(a.at - b.at) })
	events := make([]history.Event, len(all))
	for i := range all {
		events[i] = all[i].e
	}
	return events
}

func (s *simulator) newTag() history.Token {
	s.tags++
	return pack(s.tags)
}

// pick is a tag to name in a condition: one that some answer has shown.
func (s *simulator) pick(e *history.Event) history.Token {
	if s.now.alive && s.known(s.now.tag, e) && s.rng.Float64() < s.hit {
		return s.now.tag
	}
	for range 8 {
		if n := len(s.past); n > 0 {
			if tag := s.past[n-1-s.rng.IntN(min(5, n))]; s.known(tag, e) {
				return tag
			}
		}
	}
	return history.None
}

// known reports whether a client can name a tag.
func (s *simulator) known(tag history.Token, e *history.Event) bool {
	at, ok := s.shown[tag]
	return ok && (!s.timely && e.Return != history.Open || at <= e.Invoke)
}

// show notes that an answer shows a tag.
func (s *simulator) show(tag history.Token, e *history.Event) {
	if at, ok := s.shown[tag]; !ok || e.Return < at {
		s.shown[tag] = e.Return
	}
}

// set makes a new version current.
func (s *simulator) set(value uint64) history.Token {
	s.now = simulated{true, s.newTag(), value}
	s.past = append(s.past, s.now.tag)
	return s.now.tag
}

// act fills in an event with the answer that a correct service gives now.
func (s *simulator) act(e *history.Event, preparation bool) {
	weights := []float64{s.reads, s.heads, s.unlessReads, s.ifReads, s.writes, s.swaps, s.creates, s.deletes, s.deletesAny}
	if e.Return == history.Open { // it gets no answer
		clear(weights[:4])
	}
	choice := s.choose(weights)
	if preparation {
		choice = 6
	}
	if choice >= 4 && !preparation && e.Return != history.Open && s.rng.Float64() < s.refused {
		e.Op, e.Outcome, e.Value, e.Status = history.Swap, history.Refused, history.ValueOf(e.Client, e.Seq), 412
		return
	}
	switch choice {
	case 4:
		e.Op = history.Write
		s.write(e, true)
	case 5, 7:
		tag := s.pick(e)
		if tag == history.None {
			s.read(e, true)
			return
		}
		e.Op, e.If = history.Swap, tag
		if choice == 7 {
			e.Op = history.Delete
		}
		s.write(e, s.now.alive && s.now.tag == tag)
	case 6:
		e.Op = history.Create
		s.write(e, !s.now.alive)
	case 8:
		e.Op = history.Delete
		s.write(e, s.now.alive)
	case 2, 3:
		tag := s.pick(e)
		if tag == history.None {
			s.read(e, true)
			return
		}
		s.readIf(e, tag, choice == 2)
	default:
		s.read(e, choice == 0)
	}
}

func (s *simulator) choose(weights []float64) int {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	x := s.rng.Float64() * total
	for k, w := range weights {
		if x -= w; x < 0 {
			return k
		}
	}
	return 0
}

func (s *simulator) read(e *history.Event, contents bool) {
	e.Op, e.Outcome, e.Status = history.Read, history.Won, 200
	switch {
	case e.Return == history.Open:
		e.Outcome, e.Status = history.Unknown, 0
		return
	case !s.now.alive:
		e.Outcome, e.Status = history.Absent, 404
		return
	}
	e.Tag = s.now.tag
	if contents {
		e.Value = s.now.value
		if s.rng.Float64() < s.tagless {
			e.Tag = history.None
			return
		}
	}
	s.show(e.Tag, e)
}

func (s *simulator) readIf(e *history.Event, tag history.Token, unless bool) {
	e.Op, e.If = history.Read, tag
	if unless {
		e.Flags |= history.IfNoneMatch
	}
	switch same := s.now.alive && s.now.tag == tag; {
	case !s.now.alive && unless:
		e.Outcome, e.Status = history.Absent, 404
	case unless && same:
		e.Outcome, e.Status, e.Tag = history.Won, 304, tag
	case unless, same:
		e.Outcome, e.Status, e.Tag, e.Value = history.Won, 200, s.now.tag, s.now.value
		s.show(e.Tag, e)
	default:
		e.Outcome, e.Status = history.Lost, 412
	}
}

// write fills in a write that takes effect if it can, or without an answer only perhaps.
func (s *simulator) write(e *history.Event, can bool) {
	if e.Op != history.Delete {
		e.Value = history.ValueOf(e.Client, e.Seq)
	}
	unknown := e.Return == history.Open || s.rng.Float64() < s.unknown/2 && e.Flags&history.Outside == 0
	if unknown {
		e.Outcome, e.Return = history.Unknown, history.Open
		if s.rng.IntN(3) == 0 {
			e.Outcome, e.Status = history.Throttled, 503
		}
		can = can && s.rng.IntN(2) == 0
	} else if can {
		e.Outcome, e.Status = history.Won, 201
	} else {
		e.Outcome, e.Status = history.Lost, 412
		switch {
		case e.Op == history.Create:
			e.Status = 409
		case !s.now.alive && (e.If == history.None || s.rng.IntN(2) == 0):
			e.Outcome, e.Status = history.Absent, 404
		}
	}
	if !can {
		return
	}
	if e.Op == history.Delete {
		s.now.alive = false
		return
	}
	if s.done++; s.done == s.unjust && e.Op == history.Swap && !unknown {
		e.Outcome, e.Status, e.Code, s.done = history.Lost, 412, unjust, 0
		return
	}
	tag := s.set(e.Value)
	if !unknown && s.rng.Float64() >= s.untagged {
		e.Tag = tag
		s.show(tag, e)
	}
}
