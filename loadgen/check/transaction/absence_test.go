package transaction

import (
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// TestAbsences has entities that some events did not find, for Check and for a Stream.
func TestAbsences(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		rule string // "": valid
		do   func(s *script)
	}{
		{"a 404 beside the newest update", "stale read", func(s *script) {
			s.swap(1, 10, 11, 10, 11, history.Won)
			s.swap(1, 20, 30, 11, 12, history.Won)
			s.op(history.Read, 1, 22, 28, 0, 0, history.Absent)
		}},
		{"a 404 before the insert", "", func(s *script) {
			s.op(history.Read, 3, 22, 28, 0, 0, history.Absent)
			s.insert(3, 24, 30, 33, history.Won)
		}},
		{"an insert refused for an entity that never was", "refused without a reason", func(s *script) {
			s.insert(3, 20, 30, 33, history.Lost)
		}},
		{"an insert refused beside another", "", func(s *script) {
			s.insert(3, 20, 30, 33, history.Lost)
			s.insert(3, 25, 40, 34, history.Won)
		}},
		{"an insert refused beside one that was not answered", "", func(s *script) {
			s.insert(3, 20, 30, 33, history.Lost)
			s.insert(3, 25, 40, 34, history.Unknown)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := two()
			for i := range uint64(4) { // so that something is forgotten
				s.swap(2, int64(4+2*i), int64(5+2*i), 20+i, 21+i, history.Won)
			}
			test.do(s)
			s.swap(2, 50, 51, 24, 25, history.Won)
			live := "missing while it was there"
			if test.rule != "stale read" {
				live = test.rule
			}
			for rule, r := range map[string]finding.Result{test.rule: Check(s.ops, Options{}), live: streamed(s.ops, 1)} {
				switch {
				case test.rule == "" && r.State == finding.Invalid:
					t.Errorf("accused: %v", r.Violations)
				case test.rule != "" && (r.State != finding.Invalid || r.Violations[0].Rule != rule && r.Violations[0].Rule != test.rule):
					t.Errorf("%s (%s) %v, want a violation of %q", r.State, r.Why, r.Violations, rule)
				}
			}
		})
	}
}
