package features_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"ifmatch/features"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// TestEveryProfileIsJudgedByCases: the table of profiles names existing clauses, each with
// cases, of services that the profile says it needs.
func TestEveryProfileIsJudgedByCases(t *testing.T) {
	t.Parallel()
	suite := suite(t)
	all, err := suite.Profiles()
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]plan.Case{}
	for _, c := range suite.Cases {
		byID[c.ID] = c
	}
	for _, p := range all {
		used := map[string]bool{}
		for _, n := range p.Demand.Needs {
			for _, id := range n.Cases {
				used[byID[id].Service] = true
				if !slices.Contains(p.Needs, byID[id].Service) {
					t.Errorf("%s: %s is of service %s, which it does not say it needs", p.Name, id, byID[id].Service)
				}
			}
		}
		for _, s := range p.Needs {
			if !used[s] {
				t.Errorf("%s needs %s, and none of its cases is about that", p.Name, s)
			}
		}
		chosen, err := suite.Select(plan.Selection{Select: p.Selectors()})
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		for _, n := range p.Demand.Needs {
			for _, id := range n.Cases {
				if !slices.ContainsFunc(chosen.Cases, func(c plan.Case) bool { return c.ID == id }) {
					t.Errorf("%s: its selectors leave out %s", p.Name, id)
				}
			}
		}
	}
	for _, name := range []string{"terraform-state-lock", "functions-host-singleton", "event-hubs-checkpoints", "durable-functions", "put-if-absent-log", "queue-trigger"} {
		if found, err := plan.ProfileNamed(all, []string{name}); err != nil || len(found) != 1 {
			t.Errorf("profile %s: %d found, %v", name, len(found), err)
		}
	}
	if found, err := plan.ProfileNamed(all, []string{"queue-trigger", "all"}); err != nil || len(found) != len(all) {
		t.Errorf("all: %d profiles, want %d; %v", len(found), len(all), err)
	}
	if _, err := plan.ProfileNamed(all, []string{"terraform"}); err == nil {
		t.Error("a name that no profile has is taken")
	}
}

// otherProfiles are the files of the suite with another table of profiles.
type otherProfiles struct {
	fs.FS
	text string
}

func (o *otherProfiles) Open(name string) (fs.File, error) {
	if name == "profiles.tsv" {
		return fstest.MapFS{name: {Data: []byte(o.text)}}.Open(name)
	}
	return o.FS.Open(name)
}

func TestProfilesRefuseMistakes(t *testing.T) {
	t.Parallel()
	profiles := &otherProfiles{FS: features.FS}
	s, err := steps.Load(profiles)
	if err != nil {
		t.Fatal(err)
	}
	const head = "profile\tpart\tvalue\tlooks\tsays\tsource\n"
	const good = "p\ttitle\tP\t\t\t\np\tneeds\tblob\t\t\t\np\tclauses\tBLOB-TAB-01E\tstatus\tdoes it\ta/b: c.go\np\tload\tblob-cas\t\tloads\t\n"
	for _, tc := range []struct{ name, text, want string }{
		{"good", head + good, ""},
		{"columns", "profile\tpart\n", "the columns are"},
		{"no load", head + strings.Join(strings.SplitAfter(good, "\n")[:3], ""), "needs a title, needs, clauses and a load"},
		{"service", head + strings.Replace(good, "needs\tblob", "needs\tdisk", 1), `"disk" is not a service`},
		{"looks", head + strings.Replace(good, "\tstatus\t", "\tanything\t", 1), "neither status nor code"},
		{"says", head + strings.Replace(good, "\tdoes it\t", "\t\t", 1), "what does the client do?"},
		{"source", head + strings.Replace(good, "a/b: c.go", "somewhere", 1), "is not owner/repository: path"},
		{"part", head + strings.Replace(good, "\ttitle\t", "\tname\t", 1), "is not title, needs, clauses or load"},
		{"twice", head + good + strings.Replace(good, "p\t", "q\t", 4) + good, "is not a new name"},
		{"clause", head + strings.Replace(good, "BLOB-TAB-01E", "BLOB-TAB-00", 1), "there is no clause BLOB-TAB-00"},
		{"case", head + strings.Replace(good, "BLOB-TAB-01E", "BLOB-TAB-01E/none", 1), "chooses no case that can be judged"},
		{"empty", head + strings.Replace(good, "BLOB-TAB-01E", "", 1), "column value: empty"},
	} {
		profiles.text = tc.text
		_, err := s.Profiles()
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
}
