package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// mutations is how often each load's witness is spoiled in each way, and how many histories are made invalid.
const mutations = 6

// mutant makes changes to a history and its witness.
type mutant struct {
	*rand.Rand
	h *history.History
	w witness
}

// step is a random step that took effect, or was refused, by the answer. A look into an empty queue need not be one.
func (m *mutant) step() (order []step, k int) {
	for {
		order = m.w.Orders[pick(m.Rand, slices.Sorted(maps.Keys(m.w.Orders)))]
		if len(order) == 0 {
			continue
		}
		k = m.IntN(len(order))
		if n := order[k][1]; n != over && !m.h.Events[n].Outcome.Uncertain() && m.h.Events[n].Outcome != history.Wrong && (m.h.Events[n].Op != history.Get || m.h.Events[n].Value != 0) {
			return order, k
		}
	}
}

// steps are two such steps, of two operations. One that two checks judge has a step in the order of each.
func (m *mutant) steps() (a, b *step) {
	for {
		one, k := m.step()
		other, n := m.step()
		if a, b = &one[k], &other[n]; a[1] != b[1] {
			return a, b
		}
	}
}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// witnesses are the ways to spoil a witness. Each reports whether it did: then the witness is wrong, whatever the history is.
var witnesses = map[string]func(m *mutant) bool{
	"a step is left out": func(m *mutant) bool {
		order, k := m.step()
		order[k][1] = over
		return true
	},
	"a step comes too late": func(m *mutant) bool {
		order, k := m.step()
		order[k][0] = m.h.Events[order[k][1]].Return + 1
		return true
	},
	"a step comes too early": func(m *mutant) bool {
		order, k := m.step()
		order[k][0] = m.h.Events[order[k][1]].Invoke - 1
		return true
	},
	"a step comes twice": func(m *mutant) bool {
		a, b := m.steps()
		*b = *a
		return true
	},
	"two steps change places": func(m *mutant) bool {
		one, other := m.steps()
		a, b := &m.h.Events[one[1]], &m.h.Events[other[1]]
		one[1], other[1] = other[1], one[1]
		return a.Key != b.Key || one[0] < b.Invoke || one[0] > b.Return || other[0] < a.Invoke || other[0] > a.Return ||
			named(a) && named(b) && a.If == b.If
	},
}

// named reports whether an operation replaced the version that it named: no other one did.
func named(e *history.Event) bool {
	return e.Op == history.Swap && e.If != history.None && e.Outcome == history.Won
}

// histories are the ways to change an answer, by what another one says.
var histories = map[string]func(e, by *history.Event){
	"version": func(e, by *history.Event) { e.Tag = by.Tag },
	"condition": func(e, by *history.Event) {
		if e.If != history.None {
			e.If = by.If
		}
	},
	"lease":  func(e, by *history.Event) { e.Lease = by.Lease },
	"length": func(e, by *history.Event) { e.Got = by.Got },
	"contents": func(e, by *history.Event) {
		if e.Value != 0 { // a Delete has none
			e.Value = by.Value
		}
	},
	"outcome": func(e, by *history.Event) { e.Outcome, e.Status = by.Outcome, by.Status },
}

// mutate spoils the witness of a load at random, and its history: if the check calls the history invalid then, no witness makes
// it valid.
func mutate(t *testing.T, h *history.History, text []byte) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	spoil := func(w []byte) *mutant {
		m := &mutant{Rand: r, h: h}
		if err := json.Unmarshal(w, &m.w); err != nil {
			t.Fatal(err)
		}
		return m
	}
	for range mutations {
		for what, change := range witnesses {
			m := spoil(text)
			if !change(m) {
				continue
			}
			spoiled, err := json.Marshal(m.w)
			if err != nil {
				t.Fatal(err)
			}
			if accepted(h, spoiled) {
				t.Errorf("%s, and it is verified all the same", what)
			}
		}
	}
	wrong := 0
	for range 50 * mutations {
		for what, change := range histories {
			other := *h
			other.Events = slices.Clone(h.Events)
			n := r.IntN(len(h.Events))
			e := &other.Events[n]
			if change(e, &h.Events[r.IntN(len(h.Events))]); e.Outcome.Uncertain() {
				e.Tag, e.Got = history.None, 0 // as loads record it: nothing came that could say so
			}
			if *e == h.Events[n] || !invalid(&other) {
				continue
			}
			wrong++
			if accepted(&other, text) {
				t.Errorf("operation %d has another %s, which is invalid: %+v for %+v, and it is verified all the same", n, what, *e, h.Events[n])
			}
		}
		if wrong >= mutations {
			return
		}
	}
	t.Errorf("%d changes made the history invalid", wrong)
}

// invalid reports whether a check that tells orders finds a history invalid.
func invalid(h *history.History) bool {
	return slices.ContainsFunc(check.History(h, check.Options{}).Results, func(r check.Result) bool {
		return r.State == finding.Invalid && slices.Contains([]string{"register", "appendblob", "lease", "queue"}, r.Check)
	})
}

// accepted reports whether a witness is verified.
func accepted(h *history.History, text []byte) bool {
	return verify(h, bytes.NewReader(text), io.Discard) == nil
}
