package blob

import (
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"slices"
	"strings"
)

// notes are what the scenario remembers of a container or a blob.
type notes struct {
	// Of the last copy onto it.
	copyID  string
	copying *copying // nil: it is not pending
}

// of is what is remembered of t; nothing of the account.
func of(t *scenario.Thing) *notes {
	if n, ok := t.Own.(*notes); ok {
		return n
	}
	return &notes{}
}

// tagged tells whether the story is about blob index tags: then reads of the state
// show them.
func tagged(c plan.Case) bool {
	about := func(s string) bool { return strings.Contains(strings.ToLower(s), "tags") }
	return slices.ContainsFunc(c.Script, func(s *plan.Step) bool {
		return about(s.State) || slices.ContainsFunc(s.Operations, about) || slices.ContainsFunc(s.Terms, about)
	})
}

func own(_ *scenario.World, r scenario.Resource) (any, scenario.State) {
	return &notes{}, &ops.State{Snapshot: scenario.Snapshot{Resource: r}}
}

// content is a request that writes a text.
func content(text string) *ops.Request {
	return &ops.Request{Base: scenario.Base{Body: []byte(text)}}
}

// metadata is a request that sets the version in the metadata.
func metadata(version string) scenario.Base {
	return scenario.Base{Metadata: map[string]string{"version": version}}
}

// copying is an asynchronous copy that was pending when it was last heard of: the
// request for it, and the destination before.
type copying struct {
	act    *scenario.Act
	before scenario.State
}
