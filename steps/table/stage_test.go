package table

import (
	"fmt"
	"net/http"
	"testing"

	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/scenario"
)

const (
	earlyTag = `W/"datetime'2026-01-02T03%3A04%3A05.1234567Z'"`
	lateTag  = `W/"datetime'2026-01-02T03%3A04%3A05.2Z'"`
	early    = "2026-01-02T03:04:05.1234567Z"
	late     = "2026-01-02T03:04:05.2Z"
)

// What this room's tests call by short names.
var (
	resource     = rehearsal.Add
	says         = rehearsal.Says
	checkVerdict = rehearsal.CheckVerdict
)

// stage is a scenario with a table and three entities: "entity" and "a" with two versions, "b" with
// one. Ann has read the first version of the former two.
func stage(t *testing.T) (w *scenario.World, ann *scenario.Actor) {
	t.Helper()
	w = rehearsal.Silent(New(), &rehearsal.Clock{})
	ann = w.Cast.Actor("Ann")
	resource(t, w, "table", "")
	resource(t, w, "account", "")
	for name, tags := range map[string][]string{"": {earlyTag, lateTag}, "a": {earlyTag, lateTag}, "b": {lateTag}} {
		e := resource(t, w, "entity", name)
		e.ETags = tags
		ann.Saw(e, earlyTag, early)
	}
	return w, ann
}

// answered is an act of Ann's with this answer.
func answered(w *scenario.World, ann *scenario.Actor, operation, etag, body string) *scenario.Act {
	op := w.Language.Must(operation)
	on := w.Resources.Get(op.On)
	if op.On == "entity" {
		on = w.Resources.Get("a")
	}
	h := http.Header{}
	if etag != "" {
		h.Set("ETag", etag)
	}
	ann.Last = &scenario.Act{Op: op, Req: op.Request(), Resource: on, Memory: ann.Seen[w.Resources.Get("a")],
		Resp: scenario.Response{Status: op.Success, Header: h, Body: []byte(body)}}
	w.Last = ann
	return ann.Last
}

// entityBody writes an entity as minimal metadata has it.
func entityBody(row, etag, stamp, more string) string {
	return fmt.Sprintf(`{"odata.etag":%q,"PartitionKey":"partition","RowKey":%q,"Timestamp":%q%s}`, etag, row, stamp, more)
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
