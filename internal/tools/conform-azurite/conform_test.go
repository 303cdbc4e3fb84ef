package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/azurite"
	"ifmatch/internal/target"
	"ifmatch/reports"

	"github.com/google/go-cmp/cmp"
)

// role names the environment variable that turns this test binary into an
// ifmatch that behaves as its value says.
const role = "IFMATCH_TEST_ROLE"

func TestMain(m *testing.M) {
	if r := os.Getenv(role); r != "" {
		os.Exit(actAsIfmatch(r))
	}
	os.Exit(m.Run())
}

// actAsIfmatch asks the blob service for one word and judges by that word.
func actAsIfmatch(r string) int {
	value := func(flag string) string {
		if i := slices.Index(os.Args, flag); i >= 0 {
			return os.Args[i+1]
		}
		return ""
	}
	file := strings.TrimPrefix(value("--target"), "@")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		fmt.Println("the connection string can be read by others:", err)
		return 99
	}
	c, err := target.Parse("@"+file, target.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return 99
	}
	if r == "hang" {
		time.Sleep(time.Minute) // ended by SIGINT long before
	}
	resp, err := http.Get(c.Endpoints[target.Blob])
	if err != nil {
		fmt.Println(err)
		return 3
	}
	word, _ := io.ReadAll(resp.Body)
	if string(word) == "checks" && value("--api-version") == "" {
		if r == "silent" {
			fmt.Println("the service refuses the version")
			return 3
		}
		fmt.Println("choose the newest that it knows by --api-version blob=2021-10-04; or switch its check off (Azurite: --skipApiVersionCheck)")
		return 3
	}
	if string(word) == "checks" && value("--api-version") != "blob=2021-10-04" {
		return 2
	}
	if r == "usage" {
		return 2
	}
	if r == "unreadable" {
		return 1
	}
	result := sample(map[string]reports.Status{"A/1": reports.Passed, "A/2": reports.Failed, "A/3": reports.Skipped, "A/4": reports.Failed})
	if r == "survey" {
		result = surveyed()
		fmt.Println("judging\n✗ BLOB-X-01/a  should\n  want ✗ 1\n\n✗ BLOB-X-04/d  observed\n✗ BLOB-X-05/e  must\n✗ BLOB-X-06/f  must")
	}
	code := 1
	if list := value("--baseline"); list != "" {
		text, err := os.ReadFile(list)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
		code, result = byList(string(text))
	}
	if list := value("--write-baseline"); list != "" {
		code, result = byList("0")
		text := "written"
		if says, judged := map[string]string{"green": "0", "flaps": "1"}[r]; judged {
			text = says
		}
		if err := os.WriteFile(list, []byte(text), 0o644); err != nil {
			return 99
		}
	}
	if slices.Contains(os.Args, "A/2") {
		result = sample(map[string]reports.Status{"A/2": map[bool]reports.Status{true: reports.Blocked, false: reports.Failed}[r == "survey"]})
		result.Plan.Select = []string{"A/2"}
	}
	for i, a := range os.Args {
		if a == "--report" {
			text, err := json.Marshal(result)
			if err == nil {
				err = os.WriteFile(strings.TrimPrefix(strings.TrimPrefix(os.Args[i+1], "json="), "verdicts="), text, 0o644)
			}
			if err != nil {
				fmt.Println(err)
				return 99
			}
		}
	}
	return code
}

// byList is how a run ends according to the text of a list.
func byList(text string) (int, reports.Run) {
	switch text {
	case "below":
		return 0, sample(map[string]reports.Status{"A/1": reports.Passed, "A/4": reports.Failed})
	case "late":
		r := sample(map[string]reports.Status{"A/1": reports.Passed, "A/4": reports.Error})
		for i := range r.Scenarios {
			if r.Scenarios[i].Status == reports.Error {
				r.Scenarios[i].Reason = "the exchanges took too long to judge the answer fairly"
			}
		}
		return 3, r
	case "3":
		return 3, sample(map[string]reports.Status{"A/1": reports.Error})
	}
	code, err := strconv.Atoi(text)
	if err != nil {
		return 99, reports.Run{}
	}
	return code, sample(map[string]reports.Status{"A/1": reports.Passed})
}

// sample is a valid result with the given verdicts.
func sample(verdicts map[string]reports.Status) reports.Run {
	r := reports.Run{Schema: reports.Schema, Plan: reports.Plan{Level: "should"}, Scenarios: []reports.Scenario{}}
	for id, v := range verdicts {
		r.Scenarios = append(r.Scenarios, reports.Scenario{ID: id, Clauses: []string{"A"}, Level: "must", Service: "blob", Status: v})
		r.Summary.Planned++
		r.Summary.Add(v)
	}
	return r
}

// surveyed is a result of 100 cases of which 6 are not judged, one of them because an operation is missing.
func surveyed() reports.Run {
	verdicts := map[string]reports.Status{"BLOB-X-01/a": reports.Failed, "BLOB-X-02/b": reports.Blocked, "BLOB-X-02/c": reports.Error,
		"BLOB-X-03/a": reports.Skipped, "BLOB-X-03/b": reports.Skipped, "BLOB-X-03/c": reports.Skipped, "BLOB-X-04/d": reports.Failed}
	for i := range 93 {
		verdicts[fmt.Sprintf("A/%d", i)] = reports.Passed
	}
	r := sample(verdicts)
	for i := range r.Scenarios {
		s := &r.Scenarios[i]
		switch s.ID {
		case "BLOB-X-04/d":
			s.Level = "observed"
		case "BLOB-X-03/a":
			s.Lacks = &reports.Lack{Kind: reports.LacksOperation, Name: "Set Blob Tags"}
		case "BLOB-X-03/b":
			s.Lacks = &reports.Lack{Kind: reports.LacksPermission, Name: "public access"}
		}
	}
	r.Target.Versions, r.Seconds = map[string]string{"blob": "2021-10-04"}, 61.4
	return r
}

// fakeAzurite answers every request with one word.
type fakeAzurite struct {
	*httptest.Server
	closed *bool
}

func (f fakeAzurite) Addresses() map[target.Service]string {
	return map[target.Service]string{target.Blob: f.URL}
}
func (f fakeAzurite) Close() { *f.closed = true; f.Server.Close() }

// run runs the tool with a fake Azurite and this binary as ifmatch.
func run(t *testing.T, ctx context.Context, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", t.TempDir())
	closed := false
	var out, errs strings.Builder
	tl := tool{stdout: &out, stderr: &errs, start: func(_ context.Context, _ options, args []string, _ io.Writer) (emulator, error) {
		word := "checks"
		if slices.Contains(args, "--skipApiVersionCheck") {
			word = "skips"
		}
		return fakeAzurite{httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, word)
		})), &closed}, nil
	}}
	code = tl.main(ctx, append([]string{"-bin", self}, args...))
	if !closed && code != codeUsage {
		t.Error("Azurite was not stopped")
	}
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	if err != nil || len(left) > 0 {
		t.Errorf("left %v behind: %v", left, err)
	}
	return code, out.String(), errs.String()
}

func TestConformPassesTheSuitesCodeOn(t *testing.T) {
	t.Setenv(role, "ifmatch")
	report := filepath.Join(t.TempDir(), "r.json")
	code, stdout, stderr := run(t, t.Context(), "-report", report)
	if code != 1 {
		t.Errorf("code = %d, want that of ifmatch, 1\n%s%s", code, stdout, stderr)
	}
	if r, err := readResult(report); err != nil || r.Summary.Failed != 2 {
		t.Errorf("the result was not kept: %v, %v", r.Summary, err)
	}
}

// TestConformIsAnOrdinaryUserOfTheList passes a list to ifmatch run; here the list says how that run ends.
func TestConformIsAnOrdinaryUserOfTheList(t *testing.T) {
	t.Setenv(role, "ifmatch")
	for _, c := range []struct {
		name, list string
		args       []string
		code       int
		want       string
	}{
		{"as known", "0", nil, 0, ""},
		{"a new failure", "1", nil, 1, ""},
		{"could not tell", "3", nil, 3, ""},
		{"out of date", "4", nil, 4, ""},
		{"a failure that does not gate", "below", nil, 1, "failed below level should, and not listed (1):\n  A/4\n"},
		{"too late", "late", nil, 3, ""},
		{"too late on a slow way", "late", []string{"-delay", "20ms"}, 0, ""},
		{"an error on a slow way", "3", []string{"-delay", "20ms"}, 3, ""},
		{"with its own version check", "0", []string{"-defaults"}, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := filepath.Join(t.TempDir(), "list")
			if err := os.WriteFile(list, []byte(c.list), 0o644); err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := run(t, t.Context(), append([]string{"-expect", list}, c.args...)...)
			if code != c.code || stdout != c.want {
				t.Errorf("code = %d, want %d; stdout %q, want %q; stderr:\n%s", code, c.code, stdout, c.want, stderr)
			}
		})
	}
}

// TestAGateThatIsNotGreenFlaps: the tool's own list must keep every gate green.
func TestAGateThatIsNotGreenFlaps(t *testing.T) {
	for as, want := range map[string]int{"green": 0, "flaps": 1} {
		t.Setenv(role, as)
		code, _, stderr := run(t, t.Context(), "-gates", "3", "-runs", "2", "--", "A/1")
		if code != want || !strings.Contains(stderr, fmt.Sprintf("gate 3 of 3: exit code %d", want)) {
			t.Errorf("%s: code = %d, want %d; stderr:\n%s", as, code, want, stderr)
		}
	}
	if code, _, stderr := run(t, t.Context(), "-gates", "3", "-expect", "list"); code != 2 || !strings.Contains(stderr, "-gates makes a list of its own") {
		t.Errorf("code = %d, %s", code, stderr)
	}
}

func TestSurveyWritesATable(t *testing.T) {
	t.Setenv(role, "survey")
	page := filepath.Join(t.TempDir(), "page.md")
	write := func(text string) {
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("# Title\n\n" + chaptersPlace.begin + "\n" + chaptersPlace.end + "\n\n" + releasesPlace.begin + "\nold\n" + releasesPlace.end + "\nrest\n")
	kept := t.TempDir()
	code, _, stderr := run(t, t.Context(), "-survey", page, "-keep", kept)
	if code != 0 {
		t.Fatalf("code = %d, want 0\n%s", code, stderr)
	}
	for _, release := range azurite.Releases {
		if _, err := os.Stat(filepath.Join(kept, "azurite-"+release+".json")); err != nil {
			t.Errorf("the verdicts on %s are not kept: %v", release, err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	n := len(azurite.Releases)
	want.WriteString("# Title\n\n" + chaptersPlace.begin + "\n\n| | cases | " + strings.Join(azurite.Releases, " | ") + " |\n|---|" + strings.Repeat("---:|", n+1) + "\n")
	for _, c := range chapters[:2] {
		fmt.Fprintf(&want, "| %s | 0%s |\n", c.name, strings.Repeat(" | –", n))
	}
	fmt.Fprintf(&want, "| %s | 7%s |\n", chapters[2].name, strings.Repeat(" | 1", n))
	for _, c := range chapters[3:] {
		fmt.Fprintf(&want, "| %s | 0%s |\n", c.name, strings.Repeat(" | –", n))
	}
	fmt.Fprintf(&want, "| All | 100%s |\n", strings.Repeat(" | 1", n))
	want.WriteString("\n" + chaptersPlace.end + "\n\n" + releasesPlace.begin + "\n\n" +
		"| release | api-version | cases | failed | not judged | of absent operations | seconds | the first three cards |\n|---|---|---|---|---|---|---|---|\n")
	for _, release := range azurite.Releases {
		fmt.Fprintf(&want, "| %s | blob 2021-10-04 | 100 | 1, and 1 below should | 4 (4.0 %%) | 1 | 61 | BLOB-X-01/a<br>BLOB-X-04/d<br>BLOB-X-05/e |\n", release)
	}
	want.WriteString("\n" + releasesPlace.end + "\nrest\n")
	if diff := cmp.Diff(want.String(), string(got)); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
	if code, _, stderr := run(t, t.Context(), "-survey", page, "--", "A/2"); code != codeUnknown || !strings.Contains(stderr, "100.0 %") {
		t.Errorf("code = %d, want %d for a release that could not be judged; stderr %q", code, codeUnknown, stderr)
	}
	write("# Title\n")
	if code, _, stderr := run(t, t.Context(), "-survey", page); code != codeUsage || !strings.Contains(stderr, "there are no lines") {
		t.Errorf("code = %d, want %d for a page without a place; stderr %q", code, codeUsage, stderr)
	}
}

func TestConformUpdatesTheList(t *testing.T) {
	t.Setenv(role, "ifmatch")
	list := filepath.Join(t.TempDir(), "list")
	if code, _, stderr := run(t, t.Context(), "-expect", list, "-update"); code != 0 {
		t.Fatalf("code = %d, want 0\n%s", code, stderr)
	}
	got, err := os.ReadFile(list)
	if err != nil || string(got) != "written" {
		t.Errorf("list: %q, %v", got, err)
	}
}

func TestConformSaysWhatWentWrong(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(list, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		role string
		args []string
		code int
		want string
	}{
		{"silent", []string{"-defaults"}, 3, "ifmatch does not name the remedies --api-version and --skipApiVersionCheck"},
		{"hang", []string{"-survey", list, "-expect", list}, 2, "-survey judges several releases"},
		{"hang", []string{"-keep", "folder"}, 2, "-keep is for a -survey"},
		{"hang", []string{"-survey", "/nowhere/page"}, 2, "read the page of the table"},
		{"usage", []string{"-expect", list}, 2, "ifmatch exited 2"},
		{"unreadable", []string{"-expect", list}, 3, "read the result"},
		{"hang", []string{"-timeout", "300ms"}, 3, "deadline exceeded"},
		{"ifmatch", []string{"-bin", "/nowhere/ifmatch"}, 3, "/nowhere/ifmatch"},
		{"ifmatch", []string{"-expect", "/nowhere/list"}, 2, "ifmatch exited 2"},
		{"ifmatch", []string{"-update"}, 2, "-update needs -expect FILE"},
		{"ifmatch", []string{"-delay", "-1s"}, 2, "it must not be negative"},
		{"ifmatch", []string{"-colour"}, 2, "flag provided but not defined"},
	} {
		t.Setenv(role, c.role)
		code, stdout, stderr := run(t, t.Context(), c.args...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s %v: code = %d, want %d; stderr %q, want %q; stdout %q", c.role, c.args, code, c.code, stderr, c.want, stdout)
		}
	}
}

func TestConformIsInterrupted(t *testing.T) {
	t.Setenv(role, "hang")
	ctx, cancel := context.WithTimeoutCause(t.Context(), 300*time.Millisecond, errors.New("Ctrl-C"))
	defer cancel()
	if code, _, stderr := run(t, ctx); code != codeInterrupted || !strings.Contains(stderr, "Ctrl-C") {
		t.Errorf("code = %d, want %d; stderr %q", code, codeInterrupted, stderr)
	}
}
