package loadgen

import (
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/history"
)

// TestEveryWorkloadIsUnderstood runs each workload against the reference: the
// workload must understand every answer.
func TestEveryWorkloadIsUnderstood(t *testing.T) {
	t.Parallel()
	for _, name := range thorough.Some(t, 6, everyWorkload()) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := config(t, name)
			c.Operations, c.Duration = 500, 3*time.Second
			out, err := Run(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			if out.Unclean != nil {
				t.Errorf("cleaning up: %v", out.Unclean)
			}
			h := recorded(t, c)
			measured, wrong, uncertain, drained := 0, 0, 0, 0
			for _, e := range h.Events {
				switch {
				case e.Outcome == history.Wrong:
					if wrong++; wrong <= 3 {
						t.Errorf("%s on %s: %d %s", h.Book.NameText(e.Name), h.Book.KeyText(e.Key), e.Status, h.Book.CodeText(e.Code))
					}
				case e.Outcome.Uncertain():
					uncertain++
				case e.Flags&history.Outside != 0:
					drained++
				default:
					measured++
				}
			}
			if measured == 0 || drained == 0 || uncertain > 0 {
				t.Errorf("%d exchanges, %d in preparation and draining, %d uncertain, %d wrong", measured, drained, uncertain, wrong)
			}
		})
	}
}
