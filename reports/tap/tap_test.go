package tap_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ifmatch/internal/golden"
	"ifmatch/reports"
	"ifmatch/reports/tap"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	golden.Render(t, ".tap", tap.Write)
}

// TestProveReadsIt hands documents to the oldest TAP reader.
func TestProveReadsIt(t *testing.T) {
	t.Parallel()
	prove, err := exec.LookPath("prove")
	if err != nil {
		t.Skip("there is no prove here: Perl brings it")
	}
	for name, c := range map[string]struct {
		run  reports.Run
		want string // text in the output of prove
	}{
		"conforms": {conforming(), "All tests successful"},
		"gate":     {golden.Load(t, "gate"), `Failed 6/15 subtests`},
		"found":    {golden.Load(t, "found"), `Failed 4/9 subtests`},
		"hostile":  {golden.Hostile(), `Failed 5/10 subtests`},
		"broken":   {incomplete(t), `planned 49 tests but ran 9`},
	} {
		path := filepath.Join(t.TempDir(), name+".tap")
		if err := reports.WriteFile(path, c.run, tap.Write); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(prove, "--exec", "cat", path)
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		out, err := cmd.CombinedOutput()
		if ok := strings.Contains(c.want, "All"); ok != (err == nil) || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: prove: %v, want %q\n%s", name, err, c.want, out)
		}
	}
}

func conforming() reports.Run {
	r := reports.Run{Plan: reports.Plan{Level: "must"}}
	for _, v := range []reports.Status{reports.Passed, reports.Skipped, reports.Recorded} {
		r.Scenarios = append(r.Scenarios, reports.Scenario{ID: "A-1/" + string(v), Level: "must", Status: v})
		r.Summary.Planned++
		r.Summary.Add(v)
	}
	return r
}

func incomplete(t *testing.T) reports.Run {
	r := golden.Load(t, "run")
	r.Incomplete = true
	r.Summary.Planned += 40
	return r
}

// TestEveryLineIsTAP checks each line, also on machines without Perl.
func TestEveryLineIsTAP(t *testing.T) {
	t.Parallel()
	shape := regexp.MustCompile(`^(TAP version 13|1\.\.\d+|(not )?ok \d+ - [^#]*(\\#[^#]*)*( # (TODO|SKIP) .*)?|#.*)$`)
	for _, r := range []reports.Run{golden.Load(t, "run"), golden.Load(t, "gate"), golden.Load(t, "found"), golden.Hostile()} {
		var b bytes.Buffer
		if err := tap.Write(&b, r); err != nil {
			t.Fatal(err)
		}
		number := 0
		for text := range strings.Lines(b.String()) {
			text = strings.TrimSuffix(text, "\n")
			if !shape.MatchString(text) {
				t.Errorf("%q is no line of TAP", text)
			}
			if strings.Contains(text, "ok ") && !strings.HasPrefix(text, "#") {
				number++
				if !strings.Contains(text, fmt.Sprintf("ok %d - ", number)) {
					t.Errorf("%q is not number %d", text, number)
				}
			}
		}
	}
}

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
