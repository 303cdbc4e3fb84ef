package lease

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// The lease ids of the scenarios of these tests, by letter.
const (
	idA = "aaaaaaaa-0000-4000-8000-00000000000a"
	idB = "bbbbbbbb-0000-4000-8000-00000000000b"
)

// request is the request type of a room that has only leases.
type request struct {
	scenario.Base
	Fields
}

// room is that room.
func room() scenario.Service {
	t := scenario.Lexicon{Kinds: []*scenario.Kind{{Word: "thing", Label: "thing"}}, Terms: Terms(), Subjects: Subjects(), Phrases: Phrases()}
	for _, action := range []string{"acquire", "renew", "change", "release", "break"} {
		t.Operations = append(t.Operations, scenario.Typed[any, scenario.Address, request, struct{}]{
			Facts: scenario.Facts{Name: "Lease Blob " + action, Kinds: []string{"thing"}, Success: 200, Lease: scenario.LeaseSubject},
		}.Operation())
	}
	return scenario.Service{Name: target.Blob, Lexicon: t}
}

// clock stands still unless a scenario passes time.
type clock struct {
	now     time.Time
	movable bool
}

func (c *clock) Now() time.Time { return c.now }
func (c *clock) Movable() bool  { return c.movable }

func (c *clock) Pass(_ context.Context, d time.Duration) error {
	c.now = c.now.Add(d)
	return nil
}

// leased is a scenario in the language of the room, with a movable or a real clock.
func leased(movable bool) (w *scenario.World, c *clock, t *scenario.Resource) {
	c = &clock{time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC), movable}
	w = &scenario.World{Stage: &scenario.Stage{Language: scenario.NewLanguage(nil, room())},
		Time: scenario.NewTimeline(c), IDs: map[string]string{"A": idA, "B": idB}}
	return w, c, &scenario.Resource{Label: "blob"}
}

// answer is an exchange on t at the clock's current time.
func (c *clock) answer(w *scenario.World, t *scenario.Resource, operation string, f Fields, header ...string) *scenario.Act {
	ac := &scenario.Act{Op: w.Language.Must(operation), Req: &request{Fields: f}, Resource: t, Sent: c.now, Answered: c.now,
		Resp: scenario.Response{Status: 200, Header: http.Header{}}}
	for i := 0; i < len(header); i += 2 {
		ac.Resp.Header.Set(header[i], header[i+1])
	}
	return ac
}

// checkVerdict wants a failure that shows "want; got", or no failure if want is empty.
func checkVerdict(t *testing.T, what string, err error, want string) {
	t.Helper()
	var v *verdict.Verdict
	got := ""
	if errors.As(err, &v) {
		if got = v.Want + "; " + v.Got; v.Status != reports.Failed {
			got = string(v.Status) + ": " + v.Reason
		}
	}
	if got != want {
		t.Errorf("%s\n\tverdict %q\n\twant    %q", what, got, want)
	}
}
