package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/features"
	"ifmatch/internal/golden"
	"ifmatch/internal/thorough"
	"ifmatch/loadgen/workload"
	"ifmatch/reports"
	"ifmatch/reports/matrix"
)

// runReference judges the reference, and returns the printed text.
func runReference(t *testing.T) string {
	t.Helper()
	var stdout, stderr strings.Builder
	a := newApp(strings.NewReader(""), &stdout, &stderr, features.FS)
	a.getenv = func(string) string { return "" } // ignore the variables of GitHub Actions
	if code := a.execute(t.Context(), []string{"run"}); code != OK {
		t.Fatalf("ifmatch run exits %d\n%s%s", code, &stdout, &stderr)
	}
	return stdout.String()
}

// TestReadmeShowsTheRealOutput compares the terminal blocks of the README and of the page for
// beginners with a real run of the whole suite, for which only `make docs` and `make test-full`
// take the time. It ignores the seconds. The README leaves out the chapters, and says so.
func TestReadmeShowsTheRealOutput(t *testing.T) {
	t.Parallel()
	if !*golden.Update && !thorough.All() {
		t.Skip("it takes a whole run, which make docs and make test-full make")
	}
	output := seconds.ReplaceAllString(runReference(t), " · 4.6 s\n")
	short := regexp.MustCompile(`(?m)(^  [A-Z].*\n)+`).ReplaceAllString(output, "  …\n")
	console := func(command, text string) string { return "```console\n$ " + command + "\n" + text + "```\n" }
	replaceBlock(t, "README.md", "<!-- run -->\n", "<!-- end -->", console("go run . run", short))
	replaceBlock(t, "docs/getting-started.md", "<!-- full run -->\n", "<!-- end -->", console("bin/ifmatch run", output))
}

// TestReadmeShowsTheReleases compares the README's table of Azurite's releases with the page of
// results. It runs before the parallel tests, because another test also writes the README.
func TestReadmeShowsTheReleases(t *testing.T) {
	azurite, err := os.ReadFile(filepath.Join("..", "..", "docs", "results.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, releases, ok := between(string(azurite), "<!-- chapters: written by `make conform-azurites` -->\n", "<!-- end of chapters -->")
	if !ok {
		t.Fatal("docs/results.md lacks the marks of its table of releases")
	}
	replaceBlock(t, "README.md", "<!-- releases -->\n", "<!-- end of releases -->", releases)
}

// TestReadmeShowsTheProfiles compares the README's table of clients with the verdicts that docs/matrix keeps: which release
// of Azurite each can rely on. It runs before the parallel tests, because another test also writes the README.
func TestReadmeShowsTheProfiles(t *testing.T) {
	if !*golden.Update && !thorough.All() {
		t.Skip("it reads six whole results, which make docs and make test-full do")
	}
	a := newApp(strings.NewReader(""), io.Discard, io.Discard, features.FS)
	table, rule := "\n| client |", "|---|"
	var columns []matrix.Column
	for _, release := range []string{"3.7.0", "3.12.0", "3.20.1", "3.26.0", "3.31.0", "3.37.0"} {
		r, err := a.readRun(filepath.Join("..", "..", "docs", "matrix", "azurite-"+release+".json"))
		if err == nil {
			r, err = a.described(r)
		}
		if err != nil {
			t.Fatal(err)
		}
		columns = append(columns, matrix.Column{Name: release, Run: r})
		table, rule = table+" "+release+" |", rule+"---|"
	}
	clients, err := a.profiles([]string{allProfiles})
	if err != nil {
		t.Fatal(err)
	}
	var demands []reports.Demand
	for _, c := range clients {
		demands = append(demands, c.Demand)
	}
	m, err := matrix.New(columns, demands...)
	if err != nil {
		t.Fatal(err)
	}
	table += "\n" + rule + "\n"
	slices.SortFunc(m.Clients, func(a, b matrix.Client) int { return strings.Compare(a.Name, b.Name) })
	for _, c := range m.Clients {
		table += "| `" + c.Name + "` |"
		for _, p := range c.Cells {
			fit := string(p.Fit)
			if p.Fit == reports.FitUnknown {
				fit = "?"
			}
			table += " " + fit + " |"
		}
		table += "\n"
	}
	replaceBlock(t, "README.md", "<!-- profiles -->\n", "<!-- end of profiles -->", table+"\n")
}

// TestGeneratedPagesShowTheWorkloads compares the table of workloads on the page for benchmarks with
// what load offers.
func TestGeneratedPagesShowTheWorkloads(t *testing.T) {
	t.Parallel()
	table := "\n| workload | needs | the clients … | and that proves |\n|---|---|---|---|\n"
	for _, w := range workload.All() {
		services := make([]string, len(w.Services))
		for i, s := range w.Services {
			services[i] = string(s)
		}
		table += fmt.Sprintf("| `%s` | %s | %s | %s |\n", w.Name, strings.Join(services, ", "), w.Sentence, w.Invariant)
	}
	replaceBlock(t, "docs/benchmarking.md", "<!-- workloads: written by `make docs` -->\n", "<!-- end of workloads -->", table+"\n")
}

// replaceBlock compares the text between two marks of a page with the wanted text, and writes it
// with -update.
func replaceBlock(t *testing.T, page, begin, end, block string) {
	t.Helper()
	path := filepath.Join("..", "..", filepath.FromSlash(page))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, old, ok := between(string(text), begin, end)
	if !ok {
		t.Fatalf("%s lacks the marks %s and %s", page, strings.TrimSpace(begin), end)
	}
	if *golden.Update {
		rest := string(text)[len(before)+len(begin)+len(old):]
		if err := os.WriteFile(path, []byte(before+begin+block+rest), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(block, old); d != "" {
		t.Errorf("%s is out of date: run `make docs`; -want +got:\n%s", page, d)
	}
}

// between splits a text at two marks.
func between(text, begin, end string) (before, inside string, ok bool) {
	before, rest, ok := strings.Cut(text, begin)
	inside, _, ok2 := strings.Cut(rest, end)
	return before, inside, ok && ok2
}

// seconds is the wall time at the end of a summary.
var seconds = regexp.MustCompile(` · [\d,.]+ m?s( \(this machine is overloaded[^)]*\))?\n`)
