package deps

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const chancyList = "../../.ci/chancy.tsv"

// TestOnlyChanceIsTriedOnceMore gives the functions of .ci/run outputs of go test: a run is repeated once if a list has every
// test that failed, three times if not, and never if something else went wrong.
func TestOnlyChanceIsTriedOnceMore(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash, which .ci/run needs")
	}
	list := filepath.Join(t.TempDir(), "chancy.tsv")
	if err := os.WriteFile(list, []byte("test\twhat is known\tsince\nTestRare\ta race\t2026-11-27\nTestMany/seldom\ta race\t2026-11-27\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		log, why, again string
		unlisted        bool
	}{
		"listed": {log: "--- FAIL: TestRare (0.10s)\n    a_test.go:7: lost\nFAIL\nFAIL\tm/a\t0.2s\nok  \tm/b\t0.1s\nFAIL\n", again: "m/a"},
		"listed with a test around it, in two packages": {
			log:   "--- FAIL: TestRare (0.10s)\n    --- FAIL: TestRare/sub_test (0.10s)\nFAIL\nFAIL\tm/a\t0.2s\n--- FAIL: TestMany (1.00s)\n    --- FAIL: TestMany/seldom (0.10s)\nFAIL\nFAIL\tm/b\t0.2s\n",
			again: "m/a m/b",
		},
		"another test":           {log: "--- FAIL: TestRare (0.10s)\n--- FAIL: TestSure (0.10s)\nFAIL\nFAIL\tm/a\t0.2s\n", again: "m/a", unlisted: true},
		"another subtest":        {log: "--- FAIL: TestMany (1.00s)\n    --- FAIL: TestMany/often (0.10s)\nFAIL\nFAIL\tm/b\t0.2s\n", again: "m/b", unlisted: true},
		"another package":        {log: "--- FAIL: TestRare (0.10s)\nFAIL\nFAIL\tm/a\t0.2s\nFAIL\tm/c [build failed]\n", why: "a package that names no test: m/c [build failed]"},
		"a panic":                {log: "--- FAIL: TestRare (0.10s)\npanic: index out of range\n\nFAIL\tm/a\t0.2s\n", why: "panic: index out of range"},
		"a race":                 {log: "==================\nWARNING: DATA RACE\n--- FAIL: TestRare (0.10s)\nFAIL\nFAIL\tm/a\t0.2s\n", why: "WARNING: DATA RACE"},
		"nothing that is a test": {log: "make: *** No rule to make target 'test'.\n", why: "no test is named"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := filepath.Join(t.TempDir(), "log")
			if err := os.WriteFile(log, []byte(tc.log), 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := exec.CommandContext(t.Context(), bash, "-c", `set -euo pipefail; . ../../.ci/retest; chancy=(); code=0
retest "$1" 'echo tests again:' sh -c "cat '$2'; exit 1" || code=$?
echo "code $code, chancy: ${chancy[*]-}"`, "bash", list, log).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			_, last, _ := strings.Cut(string(out), "== what failed")
			if tc.why != "" {
				if _, told, _ := strings.Cut(last, "== not tried once more"); !strings.Contains(told, "\n"+tc.why+"\n") || !strings.Contains(told, "code 1, chancy: \n") {
					t.Errorf("not told %q:\n%s", tc.why, last)
				}
				return
			}
			times := map[bool]int{false: 1, true: 3}[tc.unlisted]
			if n := strings.Count(last, "\ntests again: "+tc.again+"\n"); n != times || !strings.Contains(last, "code 0, chancy: Test") {
				t.Errorf("tried %d times more, want %d:\n%s", n, times, last)
			}
			if named := strings.Contains(last, "(not in "+list+")"); named != tc.unlisted {
				t.Errorf("said to be unlisted: %v\n%s", named, last)
			}
		})
	}
}

// TestTheChancyListIsTrue: each test of the list exists, with what is known and a date.
func TestTheChancyListIsTrue(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile(chancyList)
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	for _, source := range testFiles(t) {
		tests.WriteString(source)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(list)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != 3 || cells[1] == "" {
			t.Errorf("line %d has not a test, what is known and a date: %q", i+2, line)
			continue
		}
		if _, err := time.Parse(time.DateOnly, cells[2]); err != nil {
			t.Errorf("line %d: %v", i+2, err)
		}
		test, _, _ := strings.Cut(cells[0], "/")
		if !regexp.MustCompile(`(?m)^func ` + regexp.QuoteMeta(test) + `\(`).MatchString(tests.String()) {
			t.Errorf("line %d: there is no test %s", i+2, test)
		}
	}
}
