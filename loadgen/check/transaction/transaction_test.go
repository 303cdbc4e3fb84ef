package transaction

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// script writes histories, with one method call for each operation.
type script struct {
	ops   []history.Event
	seq   uint32
	group uint64
}

// op adds an event. Tags are the values that they stand for, plus 1000.
func (s *script) op(op history.Op, key uint32, inv, ret int64, names, value uint64, how history.Outcome) {
	s.seq++
	e := history.Event{Op: op, Key: key, Invoke: inv, Return: ret, Outcome: how, Client: uint32(len(s.ops) + 1), Seq: s.seq, Value: value, Group: s.group}
	if names != 0 {
		e.If = history.Token(names + 1000)
	}
	if value != 0 && how == history.Won && op != history.Delete {
		e.Tag = history.Token(value + 1000)
	}
	if how.Uncertain() {
		e.Return = history.Open
	}
	s.ops = append(s.ops, e)
}

func (s *script) insert(key uint32, inv, ret int64, value uint64, how history.Outcome) {
	s.op(history.Create, key, inv, ret, 0, value, how)
}

func (s *script) swap(key uint32, inv, ret int64, names, value uint64, how history.Outcome) {
	s.op(history.Swap, key, inv, ret, names, value, how)
}

func (s *script) read(key uint32, inv, ret int64, value uint64) {
	s.op(history.Read, key, inv, ret, 0, value, history.Won)
}

// together makes one transaction, or page, of the events that do adds.
func (s *script) together(do func()) {
	s.group = uint64(len(s.ops) + 1)
	do()
	s.group = 0
}

// two begins with two entities: 1 at version 10, and 2 at version 20.
func two() *script {
	s := &script{}
	s.insert(1, 0, 1, 10, history.Won)
	s.insert(2, 2, 3, 20, history.Won)
	return s
}

const (
	won     = history.Won
	lost    = history.Lost
	unknown = history.Unknown
)

func TestRules(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		rule string // "" if the history is valid
		of   func(s *script)
	}{
		{"a transaction and a page after it", "", func(s *script) {
			s.together(func() { s.swap(1, 10, 20, 10, 11, won); s.swap(2, 10, 20, 20, 21, won) })
			s.together(func() { s.read(1, 30, 40, 11); s.read(2, 30, 40, 21) })
		}},
		{"a page beside a transaction sees nothing of it", "", func(s *script) {
			s.together(func() { s.swap(1, 10, 50, 10, 11, won); s.swap(2, 10, 50, 20, 21, won) })
			s.together(func() { s.read(1, 30, 40, 10); s.read(2, 30, 40, 20) })
		}},
		{"a page beside a transaction sees half of it", "half a transaction", func(s *script) {
			s.together(func() { s.swap(1, 10, 50, 10, 11, won); s.swap(2, 10, 50, 20, 21, won) })
			s.together(func() { s.read(1, 30, 40, 11); s.read(2, 30, 40, 20) })
		}},
		{"two pages beside a transaction may differ", "", func(s *script) {
			s.together(func() { s.swap(1, 10, 50, 10, 11, won); s.swap(2, 10, 50, 20, 21, won) })
			s.together(func() { s.read(1, 30, 40, 10); s.read(2, 30, 40, 20) })
			s.together(func() { s.read(1, 30, 40, 11); s.read(2, 30, 40, 21) })
		}},
		{"two pages see a transaction in the wrong order", "stale read", func(s *script) {
			s.together(func() { s.swap(1, 10, 50, 10, 11, won); s.swap(2, 10, 50, 20, 21, won) })
			s.together(func() { s.read(1, 20, 25, 11); s.read(2, 20, 25, 21) })
			s.together(func() { s.read(1, 30, 40, 10); s.read(2, 30, 40, 20) })
		}},
		{"a page sees a later version beside one from before a transaction", "half a transaction", func(s *script) {
			s.together(func() { s.swap(1, 10, 50, 10, 11, won); s.swap(2, 10, 50, 20, 21, won) })
			s.swap(1, 11, 50, 11, 12, won)
			s.together(func() { s.read(1, 30, 50, 12); s.read(2, 30, 50, 20) })
		}},
		{"a stale read", "stale read", func(s *script) {
			s.swap(1, 10, 20, 10, 11, won)
			s.read(1, 21, 30, 10)
		}},
		{"intervals that touch overlap", "", func(s *script) {
			s.swap(1, 10, 20, 10, 11, won)
			s.read(1, 20, 30, 10)
		}},
		{"a read of what is written later", "order against time", func(s *script) {
			s.swap(1, 10, 20, 10, 11, won)
			s.read(1, 5, 9, 11)
		}},
		{"two writes replaced one version", "lost update", func(s *script) {
			s.swap(1, 10, 20, 10, 11, won)
			s.swap(1, 15, 25, 10, 12, won)
		}},
		{"one tag for two versions", "duplicate tag", func(s *script) {
			s.swap(1, 10, 20, 10, 11, won)
			s.swap(1, 30, 40, 11, 12, won)
			s.ops[len(s.ops)-1].Tag = 1011
		}},
		{"one tag in two entities", "", func(s *script) {
			s.together(func() { s.swap(1, 10, 20, 10, 11, won); s.swap(2, 10, 20, 20, 11, won) })
			s.together(func() { s.read(1, 30, 40, 11); s.read(2, 30, 40, 11) })
		}},
		{"a torn read", "torn read", func(s *script) {
			s.read(1, 10, 20, 10)
			s.ops[len(s.ops)-1].Flags = history.Torn
		}},
		{"contents under another tag", "contents of another version", func(s *script) {
			s.swap(1, 10, 20, 10, 11, won)
			s.read(1, 15, 30, 11)
			s.ops[len(s.ops)-1].Tag = 1010
		}},
		{"contents that nobody wrote", "phantom version", func(s *script) { s.read(1, 10, 20, 99) }},
		{"a refused transaction leaves nothing", "", func(s *script) {
			s.swap(1, 10, 20, 10, 11, won)
			s.together(func() { s.swap(1, 30, 40, 10, 12, lost); s.swap(2, 30, 40, 20, 22, lost) })
			s.read(2, 50, 60, 20)
		}},
		{"a refused transaction leaves a trace", "trace of a refused write", func(s *script) {
			s.swap(1, 10, 20, 10, 11, won)
			s.together(func() { s.swap(1, 30, 40, 10, 12, lost); s.swap(2, 30, 40, 20, 22, lost) })
			s.read(2, 50, 60, 22)
		}},
		{"a transaction answered by halves", "half a transaction", func(s *script) {
			s.swap(1, 10, 20, 10, 11, won)
			s.together(func() { s.swap(1, 30, 40, 10, 12, lost); s.swap(2, 30, 40, 20, 22, won) })
		}},
		{"a transaction refused for nothing", "refused without a reason", func(s *script) {
			s.together(func() { s.swap(1, 30, 40, 10, 12, lost); s.swap(2, 30, 40, 20, 22, lost) })
		}},
		{"a write refused for nothing", "refused without a reason", func(s *script) { s.swap(1, 30, 40, 10, 12, lost) }},
		{"a write refused before there was a reason", "refused without a reason", func(s *script) {
			s.together(func() { s.swap(1, 30, 40, 10, 12, lost); s.swap(2, 30, 40, 20, 22, lost) })
			s.swap(1, 50, 60, 10, 11, won)
		}},
		{"an uncertain write explains a refusal", "", func(s *script) {
			s.swap(1, 10, 0, 10, 11, unknown)
			s.swap(1, 30, 40, 10, 12, lost)
		}},
		{"an uncertain transaction can't explain a refusal after half of it was overtaken", "refused without a reason", func(s *script) {
			s.together(func() { s.swap(1, 10, 0, 10, 11, unknown); s.swap(2, 10, 0, 20, 21, unknown) })
			s.swap(1, 30, 40, 10, 12, lost)
			s.swap(2, 50, 60, 20, 22, won)
		}},
		{"a version seen after the refusal that it was replaced", "", func(s *script) {
			s.swap(1, 10, 0, 10, 11, unknown)
			s.swap(1, 30, 40, 10, 12, lost)
			s.read(1, 35, 45, 10)
		}},
		{"a version seen long after the refusal that it was replaced", "stale read", func(s *script) {
			s.swap(1, 10, 0, 10, 11, unknown)
			s.swap(1, 30, 40, 10, 12, lost)
			s.read(1, 50, 60, 10)
		}},
		{"an uncertain transaction seen on one entity and missed on another", "stale read", func(s *script) {
			s.together(func() { s.swap(1, 10, 0, 10, 11, unknown); s.swap(2, 10, 0, 20, 21, unknown) })
			s.read(1, 20, 30, 11)
			s.read(2, 40, 50, 20)
		}},
		{"an uncertain transaction seen on one entity and overtaken on another", "half a transaction", func(s *script) {
			s.together(func() { s.swap(1, 10, 0, 10, 11, unknown); s.swap(2, 10, 0, 20, 21, unknown) })
			s.read(1, 20, 30, 11)
			s.swap(2, 40, 50, 20, 22, won)
		}},
		{"an entity inserted twice", "created twice", func(s *script) { s.insert(1, 10, 20, 11, won) }},
		{"an entity deleted and inserted again", "", func(s *script) {
			s.op(history.Delete, 1, 10, 20, 10, 0, won)
			s.op(history.Read, 1, 30, 40, 0, 0, history.Absent)
			s.insert(1, 50, 60, 11, won)
			s.read(1, 70, 80, 11)
		}},
		{"an insert refused while the entity is there", "", func(s *script) { s.insert(1, 10, 20, 11, lost) }},
		{"an entity not found while it is there", "stale read", func(s *script) {
			s.op(history.Read, 1, 10, 20, 0, 0, history.Absent)
		}},
		{"an uncertain delete, and not the insert after it, explains a refusal", "", func(s *script) {
			s.op(history.Delete, 1, 4, 0, 10, 0, unknown)
			s.read(2, 12, 61, 20)
			s.insert(2, 19, 37, 23, lost)
			s.together(func() {
				s.op(history.Swap, 1, 19, 44, 10, 14, history.Absent)
				s.swap(2, 19, 44, 20, 24, history.Refused)
			})
			s.op(history.Delete, 1, 34, 38, 10, 0, lost)
			s.insert(1, 40, 79, 15, won)
		}},
		{"an uncertain delete before an insert explains the refusal of a transaction", "", func(s *script) {
			s.op(history.Delete, 1, 4, 0, 10, 0, unknown)
			s.together(func() { s.swap(1, 30, 38, 10, 14, lost); s.swap(2, 30, 38, 20, 24, lost) })
			s.insert(1, 40, 79, 15, won)
		}},
		{"an uncertain transaction took effect on an entity that was inserted again", "", func(s *script) {
			s.together(func() { s.op(history.Delete, 1, 4, 0, 10, 0, unknown); s.swap(2, 4, 0, 20, 21, unknown) })
			s.insert(1, 10, 20, 15, won)
			s.swap(2, 30, 40, 20, 22, lost)
		}},
		{"an uncertain swap before an overwrite explains a refusal", "", func(s *script) {
			s.swap(1, 4, 0, 10, 11, unknown)
			s.swap(1, 30, 38, 10, 12, lost)
			s.op(history.Write, 1, 40, 50, 0, 15, won)
		}},
		{"an overwrite explains a refusal that an uncertain swap was too late for", "", func(s *script) {
			s.op(history.Write, 1, 10, 50, 0, 15, won)
			s.swap(1, 30, 38, 10, 12, lost)
			s.swap(1, 40, 0, 10, 11, unknown)
			s.read(1, 51, 60, 15)
		}},
		{"a refusal before the overwrite that is its only reason", "order against time", func(s *script) {
			s.swap(1, 30, 38, 10, 12, lost)
			s.op(history.Write, 1, 40, 50, 0, 15, won)
			s.swap(1, 45, 0, 10, 11, unknown)
		}},
		{"an insert refused after the entity was deleted", "order against time", func(s *script) {
			s.op(history.Delete, 1, 10, 20, 10, 0, won)
			s.insert(1, 30, 40, 11, lost)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := two()
			tt.of(s)
			r := Check(s.ops, Options{})
			if tt.rule == "" {
				if r.State != finding.Valid {
					t.Fatalf("%v %v, want valid", r.State, r.Violations)
				}
				return
			}
			if r.State != finding.Invalid || r.Violations[0].Rule != tt.rule {
				t.Fatalf("%s %+v, want %q", r.State, r.Violations, tt.rule)
			}
			if n := len(r.Violations[0].Evidence); n < 1 || n > proof {
				t.Errorf("%d operations in the certificate, want 1 to %d", n, proof)
			}
		})
	}
}

// TestStreamForgets checks that what a Stream keeps does not grow with the run, whether few
// or many answers are missing.
func TestStreamForgets(t *testing.T) {
	t.Parallel()
	kept := func(silent, n int) int {
		ops := (&random{rng: rand.New(rand.NewPCG(7, 3)), silent: silent}).play(n, 0)
		s := NewStream(Options{})
		most := 0
		first := make([]int64, len(ops)+1)
		first[len(ops)] = history.Open
		for i := len(ops) - 1; i >= 0; i-- {
			first[i] = min(first[i+1], ops[i].Invoke)
		}
		for i := range ops {
			s.Add(ops[i : i+1])
			if i%500 == 499 {
				s.Mark(first[i+1])
				most = max(most, len(s.ops))
			}
		}
		if r := s.Close(); r.State != finding.Valid || r.Operations != len(ops) {
			t.Errorf("%d events: %s %s, %d operations", n, r.State, r.Why, r.Operations)
		}
		return most
	}
	for _, silent := range []int{5, 50} {
		if short, long := kept(silent, 15_000), kept(silent, 100_000); long > 2*short || long > 20_000 {
			t.Errorf("one of %d answers missing: a stream of 15,000 events kept %d at most, one of 100,000 %d", silent, short, long)
		}
	}
}

// TestStreamSeesLate has histories in which one entity proves a transaction of unknown outcome,
// after the version that it wrote to the other entity was replaced and forgotten.
func TestStreamSeesLate(t *testing.T) {
	t.Parallel()
	tests := map[string]func(s *script){
		"a delete, and an insert since": func(s *script) {
			s.together(func() { s.op(history.Delete, 1, 4, 0, 10, 0, unknown); s.swap(2, 4, 0, 20, 21, unknown) })
			s.insert(1, 10, 20, 15, won)
		},
		"an insert, and an overwrite since": func(s *script) {
			s.op(history.Delete, 1, 4, 5, 10, 0, won)
			s.together(func() { s.insert(1, 6, 0, 11, unknown); s.swap(2, 6, 0, 20, 21, unknown) })
			s.op(history.Write, 1, 10, 20, 0, 15, won)
		},
	}
	for name, of := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := two()
			of(s)
			for at := int64(30); at < 60; at += 10 {
				s.read(1, at, at+1, 15)
			}
			before := len(s.ops)
			s.read(2, 100, 110, 21)
			s.swap(2, 120, 130, 21, 22, won)
			if r := Check(s.ops, Options{}); r.State == finding.Invalid {
				t.Fatalf("as a whole: %+v", r.Violations)
			}
			live := NewStream(Options{})
			live.eager = true
			live.Add(s.ops[:before])
			live.Mark(100)
			live.Add(s.ops[before:])
			live.Mark(140)
			if r := live.Close(); r.State == finding.Invalid {
				t.Fatalf("live: %+v", r.Violations)
			}
		})
	}
}

func TestClausesExist(t *testing.T) {
	t.Parallel()
	register, err := os.ReadFile(filepath.Join("..", "..", "..", "features", "clauses.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for rule, ids := range clauses {
		for _, id := range append(ids, "TABLE-COND-19", "TABLE-QRY-09") {
			if !strings.Contains(string(register), "\n"+id+"\t") {
				t.Errorf("%s names the clause %s, which is not in the register", rule, id)
			}
		}
	}
}
