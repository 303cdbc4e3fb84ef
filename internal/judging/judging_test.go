package judging

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ifmatch/features"
	"ifmatch/internal/embedded"
	"ifmatch/internal/exit"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/reports/markdown"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// chosen is a plan of a few cases of the suite.
func chosen(t *testing.T, selectors ...string) *plan.Plan {
	t.Helper()
	suite, err := steps.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	p, err := suite.Select(plan.Selection{Select: selectors})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// without is a target that lacks services.
type without struct {
	target.Target
	lacks []target.Service
}

func (w without) Info() target.Info {
	info := w.Target.Info()
	for _, s := range w.lacks {
		delete(info.Endpoints, s)
	}
	return info
}

// TestASession plays two cases as a command does, of which the target offers one.
func TestASession(t *testing.T) {
	t.Parallel()
	p := chosen(t, "BLOB-TAB-15C", "TABLE-VERB-05")
	there := without{embedded.New(embedded.Options{Seed: 1}), []target.Service{target.Table}}
	present, absent, err := offered(there, p)
	if err != nil || !slices.Equal(present, []target.Service{target.Blob}) || !slices.Equal(absent, []target.Service{target.Table}) {
		t.Fatalf("offered %v, absent %v, %v", present, absent, err)
	}
	s := Session{Config: steps.Config{Target: there, Plan: p, Seed: 1, Level: "should", Trace: "none"}, Offered: present, Absent: absent}
	if err := s.Approach(t.Context(), t.Context(), func(text string) { t.Errorf("approach says %s", text) }); err != nil || s.Account != nil {
		t.Errorf("approach: %v; account %v, want none in this process", err, s.Account)
	}
	told := 0
	runs, err := s.Often(2, func() (reports.Run, error) { return s.Judge(t.Context(), t.Context(), nil) }, func(int, reports.Run) { told++ })
	if err != nil || len(runs) != 2 || told != 2 {
		t.Fatalf("%d runs, %d told, %v; want two", len(runs), told, err)
	}
	if code := Code(runs[1], false); code != exit.OK {
		t.Errorf("exit code %d, want 0", code)
	}
	dry, err := s.Dry(t.Context(), "a target", 80)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	dry.Write(&text)
	for _, part := range []string{"a target; nothing was sent to it", "of them skipped", "none: the clock is moved"} {
		if !strings.Contains(text.String(), part) {
			t.Errorf("a dry run does not say %q:\n%s", part, &text)
		}
	}
	if _, _, err := offered(without{there, []target.Service{target.Blob}}, p); err == nil || !strings.Contains(err.Error(), "blob or table") {
		t.Errorf("a target without all services: %v", err)
	}
}

// TestRequired requires what a run lacks: before it is sent, and in what it found. No flag is named: the command does that.
func TestRequired(t *testing.T) {
	t.Parallel()
	there := without{embedded.New(embedded.Options{}), nil}
	r := reports.Run{Scenarios: []reports.Scenario{
		{Service: "blob", Status: reports.Passed}, {Service: "queue", Status: reports.Skipped, Lacks: &reports.Lack{Kind: reports.LacksOperation, Name: "Peek Messages"}},
	}}
	for word, want := range map[string]struct {
		unknown, before, after string
		code                   exit.Code
	}{
		"disk":                       {unknown: `"disk" is neither a service nor a capability`},
		"blob":                       {},
		"queue":                      {before: "the service queue is required, and no selected case tests it", after: "no case of it was judged", code: exit.Unknown},
		"operations":                 {after: "operations are required, and 1 case was skipped for lack of one", code: exit.Unknown},
		"permissions":                {},
		string(target.MovableClock):  {},
		string(target.AccountWrites): {},
	} {
		said := func(err error) string {
			if err == nil {
				return ""
			}
			return err.Error()
		}
		if got := said(CheckRequire([]string{word})); got != want.unknown {
			t.Errorf("require %s: %q, want %q", word, got, want.unknown)
		}
		if want.unknown != "" {
			continue
		}
		if got := said(MissingCapability([]string{word}, there, []target.Service{target.Blob})); got != want.before {
			t.Errorf("require %s: before the run %q, want %q", word, got, want.before)
		}
		var after strings.Builder
		if code := RequiredCode(&after, []string{word}, r); code != want.code || (want.after == "") != (after.Len() == 0) || !strings.Contains(after.String(), want.after) {
			t.Errorf("require %s: exit code %d and %q, want %d and %q", word, code, &after, want.code, want.after)
		}
	}
}

func TestCode(t *testing.T) {
	t.Parallel()
	failed := reports.Run{Plan: reports.Plan{Level: "should"}, Scenarios: []reports.Scenario{{ID: "A-1/x", Level: "must", Status: reports.Failed}}}
	fits, misfits := failed, failed
	fits.Profiles, misfits.Profiles = []reports.Profile{{Fit: reports.Fits}}, []reports.Profile{{Fit: reports.FitUnknown}, {Fit: reports.Misfits}}
	stopped := failed
	stopped.Incomplete = true
	for name, tc := range map[string]struct {
		run         reports.Run
		interrupted bool
		want        exit.Code
	}{
		"a failure": {failed, false, exit.Deviates}, "of what no profile relies on": {fits, false, exit.OK}, "of a profile": {misfits, false, exit.Deviates},
		"interrupted at its end": {failed, true, exit.Deviates}, "interrupted before": {stopped, true, exit.Interrupted},
	} {
		if got := Code(tc.run, tc.interrupted); got != tc.want {
			t.Errorf("%s: exit code %d, want %d", name, got, tc.want)
		}
	}
}

// TestKeep: an evidence file needs the exchanges of more cases than the trace keeps, and the result does not.
func TestKeep(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		report, trace, want string
		left                int // of four cases
	}{
		{"junit=x.xml", "failed", "failed", 4}, {"evidence=x.json", "all", "all", 4}, {"evidence=x.jsonl", "none", "all", 4},
		{"evidence=x.json", "none", "all", 1}, {"evidence=x.json", "failed", "all", 2},
	} {
		r := reports.Run{Promises: []reports.Promise{{Clause: "A-1", State: "open"}, {Clause: "A-2", Level: "must"}}}
		for _, s := range []reports.Scenario{{Clauses: []string{"A-1"}, Status: reports.Passed}, {Clauses: []string{"A-2"}, Status: reports.Passed}, {Clauses: []string{"A-2"}, Status: reports.Failed}, {Clauses: []string{"A-2"}, Status: reports.Skipped}} {
			s.Exchanges = []reports.Exchange{{}}
			r.Scenarios = append(r.Scenarios, s)
		}
		all, spare := Keep([]string{tc.report}, tc.trace)
		spare(&r)
		left := 0
		for _, s := range r.Scenarios {
			left += len(s.Exchanges)
		}
		if all != tc.want || left != tc.left {
			t.Errorf("%s with trace %s: played with %s, %d cases keep theirs; want %s and %d", tc.report, tc.trace, all, left, tc.want, tc.left)
		}
	}
}

// TestAlone: what chance decides is repeated, and of other failures, where cases share a server, one of a kind.
func TestAlone(t *testing.T) {
	t.Parallel()
	cases := []reports.Scenario{
		{ID: "A-1/a", Clauses: []string{"A-1"}, Operation: "Put", Level: "must", Status: reports.Failed}, {ID: "A-1/b", Clauses: []string{"A-1"}, Operation: "Put", Level: "must", Status: reports.Failed},
		{ID: "A-2/a", Clauses: []string{"A-2"}, Level: "observed", Status: reports.Failed}, {ID: "A-3/a", Clauses: []string{"A-3"}, Level: "must", Status: reports.Failed, Chance: true}, {ID: "A-4/a", Level: "must", Status: reports.Passed},
	}
	for shared, want := range map[bool][]string{false: {"A-3/a"}, true: {"A-3/a", "A-1/a"}} {
		if got := alone(nil, "should", shared)(cases); !slices.Equal(got, want) {
			t.Errorf("shared %t: %v, want %v", shared, got, want)
		}
	}
}

func TestWhatAnAccountShows(t *testing.T) {
	t.Parallel()
	for want, see := range map[string]scenario.Sight{
		"": {},
		"the account: StorageV2; with hierarchical namespace; without versioning":                                       {Account: plan.Account{plan.AccountKind: "StorageV2", plan.Hierarchical: "true", plan.Versioning: "false"}},
		"the account: the rest does not show (Put Blob was refused), so that cases are judged as on a standard account": {Hidden: "Put Blob was refused"},
	} {
		if got := accountText(see); got != want {
			t.Errorf("%v: %q, want %q", see, got, want)
		}
	}
	snapshots := plan.Presupposition{Presupposes: "snapshots"}
	if got := excusedText(map[string]plan.Presupposition{"A-1/x": snapshots, "A-1/y": snapshots}); got != "2 cases will be skipped, because an account of this kind has no snapshots (2 cases)" {
		t.Error(got)
	}
}

// TestAppendSummary adds pages until GitHub would show none.
func TestAppendSummary(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "summary.md")
	if err := os.WriteFile(path, []byte(strings.Repeat("x", markdown.StepSummary-100)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := AppendSummary(path, reports.Run{}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > markdown.StepSummary {
		t.Errorf("the summary has %d bytes, and at most %d are shown; %v", info.Size(), markdown.StepSummary, err)
	}
}
