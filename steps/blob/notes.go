package blob

import (
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"slices"
	"strings"
)

// notes are what the scenario remembers about a container or a blob.
type notes struct {
	// About the last copy onto it.
	copyID  string
	copying *scenario.Act // nil: no copy was pending when last seen
}

// of is what the scenario remembers about t; an empty value for the account.
func of(t *scenario.Resource) *notes {
	if n, ok := t.Own.(*notes); ok {
		return n
	}
	return &notes{}
}

// tagged reports whether the story is about blob index tags: reads of the state then include
// them.
func tagged(c plan.Case) bool {
	about := func(s string) bool { return strings.Contains(strings.ToLower(s), "tags") }
	return slices.ContainsFunc(c.Script(), func(s *plan.Step) bool {
		return about(s.State) || slices.ContainsFunc(s.Operations, about) || slices.ContainsFunc(s.Terms, about)
	})
}

func own(_ *scenario.World, r scenario.Address) (any, scenario.State) {
	return &notes{}, &ops.State{Snapshot: scenario.Snapshot{Address: r}}
}

// content is a request that writes a text.
func content(text string) *ops.Request {
	return &ops.Request{Base: scenario.Base{Body: []byte(text)}}
}

// metadata is a request that stores the version in the metadata.
func metadata(version string) scenario.Base {
	return scenario.Base{Metadata: map[string]string{"version": version}}
}
