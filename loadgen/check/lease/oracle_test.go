package lease

import (
	"math/rand/v2"
	"slices"

	"ifmatch/loadgen/check/simulate"
	"ifmatch/loadgen/history"
)

// service is the lease of one resource as the specification describes it, in whole units of
// time. It is written independently of the checker's rules.
type service struct {
	state      string // "available", "leased", "breaking", "broken", "expired"
	id         history.Token
	span       int64
	end        int64 // of leased and breaking; forever: no end
	container  bool
	early, lat int64
	versioned  bool   // reads must show the version, and conditions name it
	version    uint64 // contents
}

const forever = int64(1) << 40

// ends are the instants at which a state may end that was requested for span at t.
func (s service) ends(t, span int64) []int64 {
	if span == history.Infinite {
		return []int64{forever}
	}
	var out []int64
	for x := max(t, t+span-s.early); x <= t+span+s.lat; x++ {
		out = append(out, x)
	}
	return out
}

// lapse ends the lease, or its break period, by time.
func (s service) lapse() service {
	if s.state == "leased" {
		s.state = "expired"
	} else {
		s.state = "broken"
	}
	s.end = forever
	return s
}

func (s service) timed() bool {
	return (s.state == "leased" || s.state == "breaking") && s.end < forever
}

// do returns every state that an operation accepted at t may leave; none if it must be
// refused.
func (s service) do(e history.Event, t int64) []service {
	held := s.state == "leased" || s.state == "breaking"
	mine := s.id == e.Lease && s.state != "available"
	switch e.Op {
	case history.Acquire:
		if s.state == "breaking" || s.state == "leased" && !mine {
			return nil
		}
		return s.granted(t, e.Lease, e.Arg)
	case history.Renew:
		if !mine || s.state != "leased" && s.state != "expired" {
			return nil
		}
		return s.granted(t, e.Lease, s.span)
	case history.Change:
		if s.state != "leased" || !mine && s.id != e.Next {
			return nil
		}
		s.id = e.Next
		return []service{s}
	case history.Release:
		if !mine {
			return nil
		}
		return []service{s.cleared()}
	case history.Break:
		switch s.state {
		case "available":
			return nil
		case "broken":
			return []service{s}
		case "expired":
			s.state = "broken"
			return []service{s}
		}
		var out []service
		switch {
		case e.Arg == history.Infinite && s.end == forever, e.Arg == 0:
			s.state, s.end = "broken", forever
			return []service{s}
		case e.Arg == history.Infinite:
			s.state = "breaking"
			return []service{s}
		}
		rest := s.end
		for _, x := range s.ends(t, e.Arg) {
			v := s
			v.state, v.end = "breaking", min(rest, x)
			out = append(out, v)
		}
		return out
	}
	if s.versioned && (e.Op == history.Read && e.Value != 0 && e.Value != s.version || e.If != history.None && uint64(e.If) != s.version) {
		return nil
	}
	if e.Op != history.Read {
		s.version = e.Value
	}
	if e.Lease != history.None {
		if !mine || !held {
			return nil
		}
		if e.Op == history.Delete {
			s = s.cleared()
		}
		return []service{s}
	}
	if s.container && e.Op != history.Delete || e.Op == history.Read {
		return []service{s}
	}
	if held {
		return nil
	}
	return []service{s.cleared()}
}

func (s service) granted(t int64, id history.Token, span int64) []service {
	var out []service
	for _, x := range s.ends(t, span) {
		v := s
		v.state, v.id, v.span, v.end = "leased", id, span, x
		out = append(out, v)
	}
	return out
}

func (s service) cleared() service {
	s.state, s.id, s.span, s.end = "available", history.None, 0, forever
	return s
}

// oracle reports whether any order and any whole instants explain the history.
func oracle(ops []history.Event, s service) bool {
	return simulate.Object[service]{
		Do: func(s service, e *history.Event, t int64) []service {
			after := s.do(*e, t)
			switch {
			case e.Outcome != history.Refused:
				return after
			case len(after) > 0:
				return nil
			}
			return []service{s}
		},
		Timer:  func(s service) (int64, service, bool) { return s.end, s.lapse(), s.timed() },
		Unsure: func(e *history.Event) bool { return e.Outcome.Uncertain() },
	}.Explains(ops, s)
}

// contended is the history of clients that contend for a lease of a correct service. They
// remember ids that they lost, and now and then use those of others.
func contended(r *rand.Rand, n, clients int, s service, unknown float64) []history.Event {
	type client struct {
		at  int64
		ids []history.Token
		seq uint32
	}
	cs := make([]client, clients)
	for k := range cs {
		cs[k].at = int64(r.IntN(5))
	}
	var known []history.Token
	type act struct {
		e      history.Event
		t      int64
		effect bool
	}
	var acts []act
	// Draw the times first, because they do not depend on what happens.
	for range n {
		k := r.IntN(clients)
		c := &cs[k]
		c.seq++
		e := history.Event{Client: uint32(k + 1), Seq: c.seq, Invoke: c.at + int64(r.IntN(4))}
		e.Return = e.Invoke + int64(r.IntN(4))
		a := act{e: e, t: e.Invoke + int64(r.IntN(int(e.Return-e.Invoke)+1)), effect: true}
		c.at = e.Return + 1
		if r.Float64() < unknown {
			a.e.Return, a.e.Outcome, a.effect = history.Open, history.Unknown, r.IntN(3) > 0
			a.t = e.Invoke + int64(r.IntN(8))
		}
		acts = append(acts, a)
	}
	var out []history.Event
	next := history.Token(1)
	for len(acts) > 0 {
		k := 0
		for j := range acts {
			if acts[j].t < acts[k].t {
				k = j
			}
		}
		a := acts[k]
		acts = append(acts[:k], acts[k+1:]...)
		for s.timed() && (s.end < a.t || s.end == a.t && r.IntN(2) == 0) {
			s = s.lapse()
		}
		c := &cs[a.e.Client-1]
		id := history.None
		if len(c.ids) > 0 {
			id = c.ids[len(c.ids)-1]
			if r.IntN(6) == 0 {
				id = c.ids[r.IntN(len(c.ids))]
			}
		}
		if len(known) > 0 && r.IntN(12) == 0 {
			id = known[r.IntN(len(known))]
		}
		e := &a.e
		choose(r, e, id, &next)
		if e.Op != history.Acquire && e.Op != history.Break && e.Op < history.Put && e.Op > history.Append && e.Lease == history.None {
			e.Op, e.Lease, e.Arg = history.Acquire, next, int64(1+r.IntN(5))
			next++
		}
		switch e.Op {
		case history.Read:
			e.Value, e.Tag = s.version, history.Token(s.version)
		case history.Swap:
			e.If = history.Token(s.version)
			fallthrough
		case history.Write:
			e.Value = uint64(1000 + len(out))
		}
		if a.effect {
			after := s.do(*e, a.t)
			if e.Op == history.Write || e.Op == history.Swap {
				if e.Outcome == 0 && len(after) > 0 {
					e.Tag = history.Token(e.Value)
				}
			}
			if len(after) > 0 {
				s = after[r.IntN(len(after))]
				if e.Op == history.Acquire {
					c.ids = append(c.ids, e.Lease)
				}
				if e.Op == history.Change {
					c.ids = append(c.ids, e.Next)
				}
				known = c.ids
			}
			if e.Outcome == 0 {
				e.Outcome = history.Won
				if len(after) == 0 {
					e.Outcome = history.Refused
				}
			}
		}
		out = append(out, *e)
	}
	return out
}

// choose makes an operation of a client whose lease, if any, has this id.
func choose(r *rand.Rand, e *history.Event, id history.Token, next *history.Token) {
	fresh := func() history.Token { *next++; return *next - 1 }
	e.Lease = id
	switch r.IntN(16) {
	case 0, 1, 2, 3:
		e.Op, e.Lease, e.Arg = history.Acquire, fresh(), int64(1+r.IntN(6))
		if id != history.None && r.IntN(4) == 0 {
			e.Lease = id
		}
		if r.IntN(12) == 0 {
			e.Arg = history.Infinite
		}
	case 4, 5:
		e.Op = history.Renew
	case 6:
		e.Op = history.Change
		if e.Next = fresh(); r.IntN(3) == 0 {
			e.Next = id
		}
	case 7, 8:
		e.Op = history.Release
	case 9:
		e.Op, e.Lease, e.Arg = history.Break, history.None, []int64{history.Infinite, 0, 1, 2, 4}[r.IntN(5)]
	case 10:
		e.Op, e.Lease = history.Write, history.None
	case 11:
		e.Op = history.Swap
	case 12, 14, 15:
		e.Op = history.Read
		if r.IntN(2) == 0 {
			e.Lease = history.None
		}
	case 13:
		e.Op = history.Delete
		if r.IntN(2) == 0 {
			e.Lease = history.None
		}
	}
}

// narrowed is the history with narrower intervals of writes: a write took effect before its
// version was shown in an answer, and after the last request for the version it replaced. A
// write without an answer took effect if somebody saw it. Contradictory intervals stay.
func narrowed(ops []history.Event) []history.Event {
	out := slices.Clone(ops)
	for k := range out {
		w := &out[k]
		won := w.Outcome == history.Won
		if w.Op != history.Write && w.Op != history.Swap || !won && !w.Outcome.Uncertain() {
			continue
		}
		invoke, end := w.Invoke, w.Return
		for _, e := range ops {
			if e.Op != history.Read || e.Outcome != history.Won || e.Value == 0 {
				continue
			}
			if e.Value == w.Value && e.Return >= invoke && (!won || w.Tag != history.None) {
				w.Return, w.Outcome = min(w.Return, e.Return), history.Won
			}
			if won && uint64(w.If) == e.Value && e.Invoke <= end {
				w.Invoke = max(w.Invoke, e.Invoke)
			}
		}
		if w.Invoke > w.Return { // the intervals contradict each other, regardless of the lease
			w.Invoke, w.Return = invoke, end
		}
	}
	return out
}

// damage changes a history so that it may become impossible.
func damage(r *rand.Rand, ops []history.Event) {
	for range 1 + r.IntN(3) {
		e, f := &ops[r.IntN(len(ops))], ops[r.IntN(len(ops))]
		switch r.IntN(6) {
		case 0:
			by := int64(r.IntN(9) - 4)
			if e.Invoke+by >= 0 {
				e.Invoke += by
				if e.Return != history.Open {
					e.Return += by
				}
			}
		case 1:
			switch e.Outcome {
			case history.Won:
				e.Outcome = history.Refused
			case history.Refused:
				e.Outcome = history.Won
			}
		case 2:
			if e.Return != history.Open {
				e.Return = e.Invoke
			}
		case 3:
			if e.Lease != history.None && f.Lease != history.None {
				e.Lease = f.Lease
			}
		case 4:
			if e.Arg > 0 {
				e.Arg = max(1, e.Arg+int64(r.IntN(5)-2))
			}
		case 5:
			if e.Op != history.Acquire && e.Op != history.Change && e.Op != history.Break && e.Op > history.Append {
				e.Op = []history.Op{history.Renew, history.Release}[r.IntN(2)]
			}
		}
	}
}
