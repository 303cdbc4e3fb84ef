package steps

import (
	"context"
	"regexp"
	"testing"

	"ifmatch/features"
	"ifmatch/internal/target"
	"ifmatch/steps/plan"
)

// kind is a target of which only the kind is asked.
type kind string

func (k kind) Info() target.Info        { return target.Info{Kind: string(k)} }
func (kind) Has(target.Capability) bool { return false }
func (kind) Session(context.Context, string) (*target.Session, error) {
	return nil, context.Canceled
}

// containerName is what the service takes for a container.
var containerName = regexp.MustCompile(`^[a-z0-9](-?[a-z0-9])*$`)

func TestNamesAreLegalAndTellCasesApart(t *testing.T) {
	t.Parallel()
	suite, err := plan.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	n := newNames(Config{Target: kind("endpoint"), Seed: 1})
	owner := map[string]string{}
	for _, c := range suite.Cases {
		name := n.container(c.ID)
		// A named container of a scenario adds a word to it.
		if !containerName.MatchString(name) || len(name) > 63-len("-missing-source") {
			t.Errorf("case %s has the container %q", c.ID, name)
		}
		if owner[name] != "" {
			t.Errorf("cases %s and %s share the container %s", c.ID, owner[name], name)
		}
		owner[name] = c.ID
	}
}

func TestRunIDRepeatsOnlyWhereNobodyElseIs(t *testing.T) {
	t.Parallel()
	if a, b := RunID(kind("embedded"), 7), RunID(kind("embedded"), 7); a != b {
		t.Errorf("embedded: %s and %s for one seed", a, b)
	}
	if a, b := RunID(kind("embedded"), 7), RunID(kind("embedded"), 8); a == b {
		t.Errorf("embedded: %s for two seeds", a)
	}
	if a, b := RunID(kind("endpoint"), 7), RunID(kind("endpoint"), 7); a == b {
		t.Errorf("endpoint: two runs are called %s", a)
	}
}

func TestNamesBeginAsAskedFor(t *testing.T) {
	t.Parallel()
	tests := []struct {
		cfg  Config
		want string
	}{
		{Config{Target: kind("endpoint"), RunID: "r1"}, "ifmatch-r1-"},
		{Config{Target: kind("endpoint"), Prefix: "mine-", RunID: "r1"}, "mine-r1-"},
		{Config{Target: kind("embedded"), Seed: 7}, "ifmatch-" + RunID(kind("embedded"), 7) + "-"},
	}
	for _, tt := range tests {
		n := newNames(tt.cfg)
		if got, want := n.container("BLOB-A/x"), regexp.MustCompile("^"+regexp.QuoteMeta(tt.want)+"[0-9a-f]{12}$"); !want.MatchString(got) {
			t.Errorf("container of %+v = %s, want %s", tt.cfg, got, want)
		}
	}
}
