package main

import (
	"strings"
	"testing"

	"ifmatch/reports"

	"github.com/google/go-cmp/cmp"
)

func TestCompareUndecidedCases(t *testing.T) {
	t.Parallel()
	e, err := parseExpectation(strings.NewReader("A/1\tthe set-up hits the deviation\nA/2\nA/3\nA/9\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := sample(map[string]reports.Status{"A/1": reports.Blocked, "A/2": reports.Error, "A/3": reports.Failed, "A/4": reports.Blocked, "A/5": reports.Recorded})
	if c := e.compare(r); c.code(false, false) != codeDeviates {
		t.Errorf("a listed case that is gone: %+v gives code %d, want %d", c, c.code(false, false), codeDeviates)
	}
	r.Incomplete = true
	if diff := cmp.Diff(comparison{Undecided: []string{"A/2", "A/4", "A/9"}}, e.compare(r)); diff != "" {
		t.Errorf("comparison (-want +got):\n%s", diff)
	}
	if code := e.compare(r).code(true, true); code != codeUnknown {
		t.Errorf("code = %d, want %d", code, codeUnknown)
	}
	late := comparison{Undecided: []string{"A/2"}}
	if strict, slow := late.code(false, false), late.code(false, true); strict != codeUnknown || slow != codeOK {
		t.Errorf("a late case gives code %d and on a slow way %d, want %d and %d", strict, slow, codeUnknown, codeOK)
	}
	if code := (comparison{}).code(true, true); code != codeUnknown {
		t.Errorf("code of an incomplete run = %d, want %d", code, codeUnknown)
	}
}

func TestSometimesFailingCasesMayPass(t *testing.T) {
	t.Parallel()
	e, err := parseExpectation(strings.NewReader("A/1\tsometimes: who wins is open\nA/2\tsometimes: so here\nA/3\talways\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := sample(map[string]reports.Status{"A/1": reports.Passed, "A/2": reports.Failed, "A/3": reports.Passed})
	if diff := cmp.Diff(comparison{Fixed: []string{"A/3"}}, e.compare(r)); diff != "" {
		t.Errorf("comparison (-want +got):\n%s", diff)
	}
	var b strings.Builder
	if err := e.write(&b, r); err != nil {
		t.Fatal(err)
	}
	if want := "A/1\tsometimes: who wins is open\nA/2\tsometimes: so here\n"; b.String() != want {
		t.Errorf("written again: %q, want %q", b.String(), want)
	}
}

func TestParseExpectationErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"A/1\nA/2\nA/1\tagain\n", "line 3: A/1 is listed twice"},
		{"A/1\n\twithout a case\n", "line 2 has a reason without a case"},
	} {
		if _, err := parseExpectation(strings.NewReader(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("parseExpectation(%q) error = %v, want %q", c.text, err, c.want)
		}
	}
}

func FuzzParseExpectation(f *testing.F) {
	for _, s := range []string{"", "# a\nA/1\tb\n", "A/1\r\n\t\n#", " #", "A/1\nA/1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := parseExpectation(strings.NewReader(text))
		if err != nil {
			return
		}
		// What was listed, and fails, is written and read as it was.
		verdicts := map[string]reports.Status{}
		for id := range e.reasons {
			verdicts[id] = reports.Failed
		}
		r := sample(verdicts)
		var b strings.Builder
		if err := e.write(&b, r); err != nil {
			t.Fatal(err)
		}
		again, err := parseExpectation(strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("the list that was written cannot be read: %v\n%q", err, b.String())
		}
		if diff := cmp.Diff(e.reasons, again.reasons); diff != "" {
			t.Errorf("round trip of %q (-want +got):\n%s", text, diff)
		}
		if c := again.compare(r); c.code(false, false) != codeOK {
			t.Errorf("compare = %+v, want nothing", c)
		}
	})
}
