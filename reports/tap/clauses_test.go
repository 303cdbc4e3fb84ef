package tap_test

import (
	"strings"
	"testing"

	"ifmatch/reports"
	"ifmatch/reports/tap"
)

// TestClauses: a point for each clause that a client relies on, in its order, and the answers.
func TestClauses(t *testing.T) {
	t.Parallel()
	r := reports.Run{Plan: reports.Plan{Level: "should"}, Scenarios: []reports.Scenario{
		{ID: "A-1/a", Name: "a creation", Status: reports.Passed, Level: "must"},
		{ID: "A-2/a", Name: "a # refusal", Status: reports.Failed, Level: "must", Want: "409 X", Got: "201", Differs: []reports.Difference{reports.InStatus}},
		{ID: "A-2/b", Status: reports.Failed, Level: "must", Want: "409 X", Got: "201"},
		{ID: "A-3/a", Status: reports.Blocked, Reason: "no set-up"},
	}}
	tried := reports.Demand{Name: "lock", Title: "A lock", Needs: []reports.Need{
		{Clause: "A-1", Does: "creates # once", Cases: []string{"A-1/a"}},
		{Clause: "A-2", Does: "is refused", Cases: []string{"A-2/a", "A-2/b"}},
		{Clause: "A-3", Does: "waits", Cases: []string{"A-3/a"}},
	}}
	asked := tap.Asked{Answer: r.Demanded(tried).Lacking([]string{"queue"}), Tried: tried, Untried: []reports.Need{{Clause: "A-4", Does: "takes over"}}}
	var b strings.Builder
	if err := tap.Clauses(&b, r, []tap.Asked{asked}); err != nil {
		t.Fatal(err)
	}
	var points []string
	for text := range strings.Lines(b.String()) {
		if !strings.HasPrefix(text, "#   ") {
			points = append(points, text)
		}
	}
	want := `TAP version 13
1..5
ok 1 - lock A-1 it creates \# once
not ok 2 - lock A-2 it is refused
# ✗ A-2/a  must
not ok 3 - lock A-3 it waits
# could not tell: no set-up
ok 4 - lock A-4 it takes over # SKIP not tried, because it waits
not ok 5 - lock the queue service
# could not tell: the target does not offer queue
# lock: no, 1 clause
`
	if got := strings.Join(points, ""); got != want {
		t.Errorf("points:\n%s\nwant:\n%s", got, want)
	}
	for _, text := range []string{"#   want      409 X", "#   also      A-2/b", "#   also      A-3/a"} {
		if !strings.Contains(b.String(), text) {
			t.Errorf("%q is missing:\n%s", text, b.String())
		}
	}
}

// TestBailOut is one line, whatever the reason.
func TestBailOut(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := tap.BailOut(&b, "reach it:\nrefused # twice"); err != nil {
		t.Fatal(err)
	}
	if want := "TAP version 13\nBail out! reach it: refused \\# twice\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}
