package queue

import (
	"net/http"
	"testing"

	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/scenario"
)

// noon is the time of every stage.
var noon = rehearsal.Noon

// What this room's tests call by short names.
var (
	resource     = rehearsal.Add
	checkVerdict = rehearsal.CheckVerdict
)

// stage is a scenario with a queue that holds two messages, with a message that had
// two receipts, of which Ann has the first, and with another message.
func stage(t *testing.T, movable bool) (w *scenario.World, ann *scenario.Actor, message *scenario.Resource) {
	t.Helper()
	w = rehearsal.Silent(New(), &rehearsal.Clock{Real: !movable})
	q := resource(t, w, "queue", "")
	q.Made.(*State).Messages = []Peeked{{ID: "m"}, {ID: "n"}}
	message = resource(t, w, "message", "")
	become(message, Address{w.Name, "m"})
	message.Own.(*receipts).given = []string{"r0", "r1"}
	other := resource(t, w, "message", "other")
	become(other, Address{w.Name, "n"})
	other.Own.(*receipts).given = []string{"r9"}
	ann = w.Cast.Actor("Ann")
	ann.Got(message, "r0")
	return w, ann, message
}

// answered is an act of Ann's with this answer.
func answered(w *scenario.World, ann *scenario.Actor, operation string, resp scenario.Response) *scenario.Act {
	op := w.Language.Must(operation)
	if resp.Header == nil {
		resp.Header = http.Header{}
	}
	ann.Last = &scenario.Act{Op: op, Req: op.Request(), Resource: w.Resources.Get(op.On), Resp: resp, Sent: noon, Answered: noon}
	w.Last = ann
	return ann.Last
}

// asked builds the request of a sentence.
func asked(w *scenario.World, a *scenario.Actor, operation, text string) (*Request, error) {
	return rehearsal.Asked[*Request](w, a, operation, nil, text)
}

// carries judges what a response is said to carry.
func carries(t *testing.T, w *scenario.World, ac *scenario.Act, text string) error {
	t.Helper()
	return rehearsal.Carries(t, w, ac, subjects(), text)
}
