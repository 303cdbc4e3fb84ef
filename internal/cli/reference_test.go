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

	"ifmatch/features"
	"ifmatch/reports"
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
	a := newApp(strings.NewReader(""), &stdout, &stderr, features.FS)
	a.getenv = func(string) string { return "" } // not what GitHub Actions sets
	if code := a.execute(context.Background(), []string{"run", "--report", "json=" + path}); code != OK {
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
