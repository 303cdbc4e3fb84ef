package queue

import (
	"math/rand/v2"

	"ifmatch/loadgen/check/simulate"
	"ifmatch/loadgen/history"
)

// service is one message of a queue as the specification describes it, in whole units of
// time. It is written independently of the checker's rules.
type service struct {
	put, removed bool
	receipt      history.Token
	count        int64
	hiddenUntil  int64 // 0: the message is visible
	early, late  int64
}

func (s service) there() bool   { return s.put && !s.removed }
func (s service) visible() bool { return s.there() && s.hiddenUntil == 0 }

// windows are the ways to hide the message at t for a timeout.
func (s service) windows(t, timeout int64) []service {
	if timeout == 0 {
		s.hiddenUntil = 0
		return []service{s}
	}
	var out []service
	for x := max(t, t+timeout-s.early); x <= t+timeout+s.late; x++ {
		v := s
		v.hiddenUntil = x + 1 // 0 means visible, so x+1 stands for x
		out = append(out, v)
	}
	return out
}

// do returns every state that the operation, accepted at t, may leave. An operation of
// unknown outcome gets a receipt that nobody knows.
func (s service) do(e history.Event, t int64) []service {
	receipt := e.Tag
	if e.Outcome.Uncertain() {
		receipt = 1 << 30
	}
	switch e.Op {
	case history.Put:
		if s.put {
			return nil
		}
		s.put, s.receipt = true, receipt
		return s.windows(t, e.Arg)
	case history.Get:
		if !s.visible() || !e.Outcome.Uncertain() && (e.Got != s.count+1) {
			return nil
		}
		s.count++
		s.receipt = receipt
		return s.windows(t, e.Arg)
	case history.Peek:
		if !s.visible() || e.Got != s.count {
			return nil
		}
		return []service{s}
	case history.Update:
		if !s.there() || s.receipt != e.If {
			return nil
		}
		s.receipt = receipt
		return s.windows(t, e.Arg)
	case history.Remove:
		if !s.there() || s.receipt != e.If {
			return nil
		}
		return []service{{put: true, removed: true, early: s.early, late: s.late}}
	}
	return nil
}

// oracle reports whether any order and any whole instants explain the history of one
// message. An empty answer outside of the run means that nothing was visible.
func oracle(ops []history.Event, s service) bool {
	given := map[history.Token]bool{}
	for _, e := range ops {
		if e.Outcome == history.Won && e.Tag != 0 {
			if given[e.Tag] {
				return false
			}
			given[e.Tag] = true
		}
	}
	return simulate.Object[service]{
		Do: service.answered,
		Timer: func(s service) (int64, service, bool) {
			after := s
			after.hiddenUntil = 0
			return s.hiddenUntil - 1, after, s.hiddenUntil > 0
		},
		Unsure: func(e *history.Event) bool { return e.Outcome.Uncertain() },
	}.Explains(ops, s)
}

// answered returns every state that the operation may leave if it is answered so at t.
func (s service) answered(e *history.Event, t int64) []service {
	possible := true
	switch {
	case e.Op == history.Get && e.Value == 0 && e.Outcome == history.Won:
		possible = !s.visible()
	case e.Outcome == history.Lost:
		possible = !s.there() || s.receipt != e.If
	default:
		return s.do(*e, t)
	}
	if !possible {
		return nil
	}
	return []service{s}
}

// handled is the history of one message of a correct service, which clients take, keep,
// update, remove and lose.
func handled(r *rand.Rand, value uint64, n, clients int, s service, unknown float64) []history.Event {
	type act struct {
		e      history.Event
		t      int64
		effect bool
	}
	at := make([]int64, clients)
	for k := range at {
		at[k] = int64(r.IntN(4))
	}
	var acts []act
	for i := range n {
		k := r.IntN(clients)
		e := history.Event{Client: uint32(k + 1), Seq: uint32(i + 1), Invoke: at[k] + int64(r.IntN(4)), Value: value}
		e.Return = e.Invoke + int64(r.IntN(4))
		a := act{e: e, t: e.Invoke + int64(r.IntN(int(e.Return-e.Invoke)+1)), effect: true}
		at[k] = e.Return + 1
		if r.Float64() < unknown {
			a.e.Return, a.e.Outcome, a.effect = history.Open, history.Unknown, r.IntN(3) > 0
			a.t = e.Invoke + int64(r.IntN(8))
		}
		acts = append(acts, a)
	}
	end := int64(0)
	for _, a := range acts {
		end = max(end, a.t)
		if a.e.Return != history.Open {
			end = max(end, a.e.Return)
		}
	}
	if r.IntN(2) == 0 {
		t := end + 1 + int64(r.IntN(8))
		acts = append(acts, act{t: t, effect: true, e: history.Event{Client: 99, Seq: 1, Op: history.Get, Flags: history.Outside, Invoke: t, Return: t}})
	}
	known := make([][]history.Token, clients+1) // receipts by client
	next := history.Token(1)
	first := true
	var out []history.Event
	for len(acts) > 0 {
		k := 0
		for j := range acts {
			if acts[j].t < acts[k].t {
				k = j
			}
		}
		a := acts[k]
		acts = append(acts[:k], acts[k+1:]...)
		if end := s.hiddenUntil - 1; s.hiddenUntil > 0 && (end < a.t || end == a.t && r.IntN(2) == 0) {
			s.hiddenUntil = 0
		}
		e := &a.e
		if e.Flags&history.Outside != 0 {
			if e.Outcome = history.Won; !s.visible() {
				out = append(out, *e)
			}
			continue
		}
		mine := known[e.Client]
		e.Tag = next
		next++
		switch p := r.IntN(12); {
		case first:
			e.Op, e.Arg = history.Put, int64(max(0, r.IntN(6)-3))
			first = false
		case p < 6:
			e.Op, e.Arg, e.Got = history.Get, int64(1+r.IntN(6)), s.count+1
		case p == 6:
			e.Op, e.Got, e.Tag = history.Peek, s.count, 0
		case len(mine) == 0:
			continue
		default:
			e.Op, e.Arg = history.Update, int64(r.IntN(5))
			if p > 8 {
				e.Op, e.Arg, e.Tag = history.Remove, 0, 0
			}
			if e.If = mine[len(mine)-1]; r.IntN(6) == 0 {
				e.If = mine[r.IntN(len(mine))]
			}
		}
		if a.e.Outcome.Uncertain() {
			if a.effect {
				if after := s.do(*e, a.t); len(after) > 0 {
					s = after[r.IntN(len(after))]
				}
			}
			e.Tag, e.Got = 0, 0
			if e.Op == history.Get {
				e.Value = 0
			}
			if e.Op != history.Peek {
				out = append(out, *e)
			}
			continue
		}
		after := s.do(*e, a.t)
		switch {
		case len(after) > 0:
			s = after[r.IntN(len(after))]
			e.Outcome = history.Won
			if e.Tag != 0 {
				known[e.Client] = append(mine, e.Tag)
			}
		case e.Op == history.Update || e.Op == history.Remove:
			e.Outcome, e.Tag = history.Lost, 0
		default:
			continue // the client received no message
		}
		out = append(out, *e)
	}
	return out
}

// damage changes a history so that it may become impossible.
func damage(r *rand.Rand, ops []history.Event) {
	drained := history.Open
	for _, e := range ops {
		if e.Flags&history.Outside != 0 {
			drained = e.Invoke
		}
	}
	for range 1 + r.IntN(3) {
		e, f := &ops[r.IntN(len(ops))], ops[r.IntN(len(ops))]
		switch r.IntN(7) {
		case 0:
			by := int64(r.IntN(9) - 4)
			if e.Invoke+by >= 0 && e.Flags&history.Outside == 0 && (e.Return == history.Open || e.Return+by < drained) {
				e.Invoke += by
				if e.Return != history.Open {
					e.Return += by
				}
			}
		case 1:
			if e.Op == history.Update || e.Op == history.Remove {
				switch e.Outcome {
				case history.Won:
					e.Outcome = history.Lost
				case history.Lost:
					e.Outcome = history.Won
				}
			}
		case 2:
			if e.Return != history.Open {
				e.Return = e.Invoke
			}
		case 3:
			if e.If != 0 && f.Tag != 0 {
				e.If = f.Tag
			}
		case 4:
			if e.Arg > 0 {
				e.Arg = max(1, e.Arg+int64(r.IntN(5)-2))
			}
		case 6:
			if e.Op == history.Get && e.Tag != 0 && f.Tag != 0 {
				e.Tag = f.Tag
			}
		case 5:
			if e.Op == history.Get && e.Value != 0 && e.Outcome == history.Won || e.Op == history.Peek {
				e.Got = max(0, e.Got+int64(r.IntN(3)-1))
			}
		}
	}
}
