package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ifmatch/features"
	"ifmatch/internal/embedded"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// wholeRun is `ifmatch run` without a selector.
type wholeRun struct {
	stdout string
	result reports.Run
}

// runReference judges the reference once for all tests that look at the result.
var runReference = sync.OnceValues(func() (wholeRun, error) {
	dir, err := os.MkdirTemp("", "ifmatch")
	if err != nil {
		return wholeRun{}, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "result.json")
	var stdout, stderr strings.Builder
	if code := newApp(strings.NewReader(""), &stdout, &stderr, features.FS).execute(context.Background(), []string{"run", "--report", "json=" + path}); code != OK {
		return wholeRun{}, fmt.Errorf("ifmatch run exits %d\n%s%s", code, &stdout, &stderr)
	}
	f, err := os.Open(path)
	if err != nil {
		return wholeRun{}, err
	}
	defer f.Close()
	r, err := reports.Decode(f)
	return wholeRun{stdout.String(), r}, err
})

// TestReadmeShowsTheRealOutput holds the terminal block at the top of the README
// against a real run; only the seconds are not compared.
func TestReadmeShowsTheRealOutput(t *testing.T) {
	t.Parallel()
	run, err := runReference()
	if err != nil {
		t.Fatal(err)
	}
	block := "<!-- run -->\n```console\n$ go run . run\n" + seconds.ReplaceAllString(run.stdout, " · 1.9 s\n") + "```\n<!-- end -->"
	path := filepath.Join("..", "..", "README.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), "<!-- run -->")
	_, after, ok2 := strings.Cut(rest, "<!-- end -->")
	if !ok || !ok2 {
		t.Fatal("README.md lacks the marks <!-- run --> and <!-- end -->")
	}
	want := before + block + after
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(text), want); d != "" {
		t.Errorf("README.md is out of date: run `make docs`; -want +got:\n%s", d)
	}
}

// seconds is the wall time at the end of a summary.
var seconds = regexp.MustCompile(` · \d+\.\d s\n`)

// TestVerdictsOverSockets runs the whole suite over loopback sockets as well: a
// call without a socket could hide what HTTP does to a request, so every
// verdict, answer and reason must be the same.
func TestVerdictsOverSockets(t *testing.T) {
	t.Parallel()
	direct, err := runReference()
	if err != nil {
		t.Fatal(err)
	}
	suite, err := plan.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	p, err := suite.Select(plan.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	sockets, err := steps.Run(t.Context(), steps.Config{Target: embedded.New(embedded.Options{Seed: 1, Sockets: true}), Plan: p, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("in process:   %s", direct.result.Summary)
	t.Logf("over sockets: %s", sockets.Summary)
	byID := cmpopts.SortSlices(func(a, b reports.Scenario) bool { return a.ID < b.ID })
	if d := cmp.Diff(direct.result.Scenarios, sockets.Scenarios, byID, cmpopts.IgnoreFields(reports.Scenario{}, "Exchanges")); d != "" {
		t.Errorf("verdicts in process and over sockets, -in process +sockets:\n%s", d)
	}
}
