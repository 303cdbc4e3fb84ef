package lease

import (
	"net/http"
	"slices"
	"testing"

	"ifmatch/steps/scenario"
)

// TestReadGoesOnWithTheID: a service that demands the holder's id from readers is accused of
// that, and can be judged in every other respect.
func TestReadGoesOnWithTheID(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		admitted string // the id with which a read succeeds; empty: no id is needed
		refusal  int
		want     int
		flaws    []scenario.Flaw
	}{
		{"no id is needed", "", 0, 200, nil},
		{"the holder's is demanded", idB, 412, 200, []scenario.Flaw{{Operation: "Get Thing", Respect: "status", Want: "success", Got: "412 LeaseIdMissing"}}},
		{"no id helps", "nobody's", 412, 412, nil},
		{"refused for another reason", idA, 403, 403, nil},
	} {
		ctx := scenario.WithIDs(t.Context(), map[string]string{"A": idA, "B": idB})
		var s scenario.Snapshot
		resp, err := Read(ctx, &s, "Get Thing", func(f Fields) (scenario.Response, error) {
			if c.admitted == "" || f.LeaseID != nil && *f.LeaseID == c.admitted {
				return scenario.Response{Status: http.StatusOK}, nil
			}
			return scenario.Response{Status: c.refusal, Code: "LeaseIdMissing"}, nil
		})
		if err != nil || resp.Status != c.want {
			t.Errorf("%s: %d, %v; want %d", c.name, resp.Status, err, c.want)
		}
		same := func(a, b scenario.Flaw) bool {
			return a.Operation == b.Operation && a.Respect == b.Respect && a.Want == b.Want && a.Got == b.Got
		}
		if !slices.EqualFunc(s.Flaws, c.flaws, same) {
			t.Errorf("%s: flaws %+v, want %+v", c.name, s.Flaws, c.flaws)
		}
	}
}
