package lease

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"ifmatch/steps/scenario"
)

func TestParseState(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"Available", "Leased(A)", "Leased(X)", "Breaking(A)", "Broken(B)", "Expired(A)", "Leased(A) for 15 seconds", "Leased(A) with infinite duration", "Breaking(A) for 20 seconds",
		"Expired(A) and was modified since", "Broken(A) and was leased since"} {
		l, err := ParseState(s)
		if err != nil || l.String() != s {
			t.Errorf("ParseState(%q) = %v, %v", s, l, err)
		}
	}
	for _, s := range []string{"", "available", "Leased", "Leased(D)", "Available(A)", "Leased(A) for long", "Expired(A) for 15 seconds", "Breaking(A) with infinite duration",
		"Leased(A) and was modified since", "Available and was modified since", "Expired(A) and was read since"} {
		if l, err := ParseState(s); err == nil {
			t.Errorf("ParseState(%q) = %v, want an error", s, l)
		}
	}
}

func TestParseTime(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]Time{
		"0": {Word: "0"}, "17": {Word: "17"}, "(0)": {Word: "0", Weak: true}, "remaining": {Word: "remaining"}, "(remaining)": {Word: "remaining", Weak: true},
		"min(n, remaining)": {Word: "min(n, remaining)"}, "(min(n, remaining))": {Word: "min(n, remaining)", Weak: true},
	} {
		if got, err := ParseTime(s); err != nil || got != want {
			t.Errorf("ParseTime(%q) = %+v, %v, want %+v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "soon", "-1", "min(n,", "absent", "1 2", "70000", "(17", "remaining)"} {
		if got, err := ParseTime(s); err == nil {
			t.Errorf("ParseTime(%q) = %+v, want an error", s, got)
		}
	}
}

func FuzzState(f *testing.F) {
	for _, s := range []string{"Available", "Leased(A) for 15 seconds", "Expired(A) and was modified since", "min(n, remaining)", "(17)", "A upper-case"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if l, err := ParseState(s); err == nil {
			if again, err := ParseState(l.String()); err != nil || again != l {
				t.Fatalf("lease state %q prints as %q, which reads as %v, %v", s, l, again, err)
			}
		}
		if lt, err := ParseTime(s); err == nil && (lt.Word == "" || !strings.Contains(s, lt.Word)) {
			t.Fatalf("lease time %q is the odd %+v", s, lt)
		}
		if i, err := parseID(s); err == nil && (i.word == "" || notations[i.form] == nil) {
			t.Fatalf("lease id %q is the odd %+v", s, i)
		}
	})
}

// TestReadGoesOnWithTheID: a service that demands the holder's id from readers is accused of
// that, and can be judged in every other respect.
func TestReadGoesOnWithTheID(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		admitted string // the id with which a read succeeds; empty: no id is needed
		refusal  int
		want     int
		flaws    []scenario.Flaw
	}{
		{"no id is needed", "", 0, 200, nil},
		{"the holder's is demanded", idB, 412, 200, []scenario.Flaw{{Operation: "Get Thing", Respect: "status", Want: "success", Got: "412 LeaseIdMissing"}}},
		{"no id helps", "nobody's", 412, 412, nil},
		{"refused for another reason", idA, 403, 403, nil},
	} {
		ctx := scenario.WithIDs(t.Context(), map[string]string{"A": idA, "B": idB})
		var s scenario.Snapshot
		resp, err := Read(ctx, &s, "Get Thing", func(f Fields) (scenario.Response, error) {
			if c.admitted == "" || f.LeaseID != nil && *f.LeaseID == c.admitted {
				return scenario.Response{Status: http.StatusOK}, nil
			}
			return scenario.Response{Status: c.refusal, Code: "LeaseIdMissing"}, nil
		})
		if err != nil || resp.Status != c.want {
			t.Errorf("%s: %d, %v; want %d", c.name, resp.Status, err, c.want)
		}
		same := func(a, b scenario.Flaw) bool {
			return a.Operation == b.Operation && a.Respect == b.Respect && a.Want == b.Want && a.Got == b.Got
		}
		if !slices.EqualFunc(s.Flaws, c.flaws, same) {
			t.Errorf("%s: flaws %+v, want %+v", c.name, s.Flaws, c.flaws)
		}
	}
}
