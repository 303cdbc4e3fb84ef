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
