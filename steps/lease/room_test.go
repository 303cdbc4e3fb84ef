package lease

import (
	"net/http"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
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

func (q *request) Exact() []scenario.Header { return q.Fields.Exact() }

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

// clock is one at which acts are answered.
type clock struct{ rehearsal.Clock }

// leased is a scenario in the language of the room, with a movable or a real clock.
func leased(movable bool) (w *scenario.World, c *clock, t *scenario.Resource) {
	c = &clock{rehearsal.Clock{Real: !movable}}
	w = scenario.NewWorld(&scenario.Stage{Language: scenario.NewLanguage(nil, room())}, plan.Case{}, 0)
	w.Time, w.IDs = scenario.NewTimeline(c), map[string]string{"A": idA, "B": idB}
	return w, c, &scenario.Resource{Label: "blob"}
}

// answer is an exchange on t at the clock's current time.
func (c *clock) answer(w *scenario.World, t *scenario.Resource, operation string, f Fields, header ...string) *scenario.Act {
	ac := &scenario.Act{Op: w.Language.Must(operation), Req: &request{Fields: f}, Resource: t, Sent: c.Now(), Answered: c.Now(),
		Resp: scenario.Response{Status: 200, Header: http.Header{}}}
	for i := 0; i < len(header); i += 2 {
		ac.Resp.Header.Set(header[i], header[i+1])
	}
	return ac
}

var checkVerdict = rehearsal.CheckVerdict

// carries judges what an act's answer is said to carry.
func carries(t *testing.T, w *scenario.World, ac *scenario.Act, text string) error {
	t.Helper()
	return rehearsal.Carries(t, w, ac, Subjects(), text)
}
