package scenario

import (
	"context"
	"regexp"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/steps/plan"
)

// targetKind is a target that only has a kind.
type targetKind string

func (k targetKind) Info() target.Info        { return target.Info{Kind: string(k)} }
func (targetKind) Has(target.Capability) bool { return false }
func (targetKind) Session(context.Context, string) (*target.Session, error) {
	return nil, context.Canceled
}

func TestRunIDRepeatsOnlyWhereNobodyElseIs(t *testing.T) {
	t.Parallel()
	if a, b := RunID(targetKind("embedded"), 7), RunID(targetKind("embedded"), 7); a != b {
		t.Errorf("embedded: %s and %s for one seed", a, b)
	}
	if a, b := RunID(targetKind("embedded"), 7), RunID(targetKind("embedded"), 8); a == b {
		t.Errorf("embedded: %s for two seeds", a)
	}
	if a, b := RunID(targetKind("endpoint"), 7), RunID(targetKind("endpoint"), 7); a == b {
		t.Errorf("endpoint: two runs are called %s", a)
	}
}

func TestNamesBeginAsAskedFor(t *testing.T) {
	t.Parallel()
	tests := []struct {
		kind        targetKind
		prefix, run string
		seed        int64
		want        string
	}{
		{"endpoint", "", "r1", 0, "ifmatch-r1-"},
		{"endpoint", "mine-", "r1", 0, "mine-r1-"},
		{"embedded", "", "", 7, "ifmatch-" + RunID(targetKind("embedded"), 7) + "-"},
	}
	for _, tt := range tests {
		n := NewNames(tt.kind, tt.prefix, tt.run, tt.seed)
		if got, want := n.Of("BLOB-A/x"), regexp.MustCompile("^"+regexp.QuoteMeta(tt.want)+"[0-9a-f]{12}$"); !want.MatchString(got) {
			t.Errorf("name of %+v = %s, want %s", tt, got, want)
		}
	}
}

func TestActorsAreKnownByTheirNames(t *testing.T) {
	t.Parallel()
	w := NewWorld(&Stage{}, plan.Case{}, 0)
	for _, name := range []string{"a client", "the client", "Client", "client"} {
		if w.Cast.Actor(name) != w.Cast.Actor("a client") {
			t.Errorf("%q is somebody else than a client", name)
		}
	}
	if w.Cast.Actor("another client") == w.Cast.Actor("a client") || w.Cast.OneOfMany("client", 0) == w.Cast.Actor("a client") {
		t.Error("another client, or one of many, is a client itself")
	}
	if n := len(w.Cast.All()); n != 3 {
		t.Errorf("%d clients, want 3", n)
	}
}
