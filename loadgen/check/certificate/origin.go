package certificate

import (
	"fmt"
	"ifmatch/loadgen/history"
	"strings"
)

// Origin is where the events of a history come from.
type Origin struct {
	Run       string            // id of the run: it begins every request id
	Endpoints map[string]string // by service: "blob", "http://127.0.0.1:10000/devstoreaccount1"
	Book      *history.Dictionary
}

// requestID is the x-ms-client-request-id that an operation was sent with.
func (o Origin) requestID(e *history.Event) string {
	if e.Op == history.Restart || o.overSMB(e) {
		return "" // no request of HTTP
	}
	return fmt.Sprintf("%s-%d-%d", o.Run, e.Client, e.Seq)
}

// overSMB tells whether an event is none of HTTP.
func (o Origin) overSMB(e *history.Event) bool {
	return e.Op == history.Opening || e.Op == history.Closing || strings.HasPrefix(o.Book.NameText(e.Name), history.OverSMB)
}
