package judge

import (
	"fmt"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// Entry is one entry of a list; without an ETag, if the list shows none.
type Entry struct{ Name, ETag string }

// EachOnce judges that all the pages of a list together show each resource of the scenario once and with its current ETag,
// and none that was deleted. name is what the list calls a resource; empty, if it belongs to another list. Nothing is judged
// of a resource that was seen under no ETag: it was not created yet.
func EachOnce(w *scenario.World, operation, list string, shown []Entry, name func(*scenario.Resource) string) error {
	if err := w.Time.Judge(); err != nil {
		return err
	}
	for _, t := range w.Resources {
		called, want, got := name(t), 1, 0
		if called == "" || t.Current() == "" {
			continue
		}
		if t.Deleted != nil {
			want = 0
		}
		for _, e := range shown {
			if e.Name != called {
				continue
			}
			if got++; e.ETag != "" && !scenario.SameETag(e.ETag, t.Current()) {
				return verdict.In(verdict.Failed("the pages of the list of "+list+" show the wrong ETag of the "+t.Label, t.Current(), e.ETag), reports.InResponse, operation, string(scenario.FieldETag))
			}
		}
		if got != want {
			return verdict.In(verdict.Failed("the pages of the list of "+list+" disagree", fmt.Sprintf("the %s %d times", t.Label, want), fmt.Sprintf("%d times", got)), reports.InResponse, operation, list)
		}
	}
	return nil
}
