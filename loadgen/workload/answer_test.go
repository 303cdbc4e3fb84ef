package workload

import (
	"testing"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
)

// An HTML error page does not tell what the service did, if it got the request
// at all.
func TestAPageForPeopleIsNoAnswer(t *testing.T) {
	t.Parallel()
	const html, xml = "text/html; charset=utf-8", "application/xml"
	for _, tc := range []struct {
		name        string
		status      int
		contentType string
		code        string
		want        history.Outcome
	}{
		{"an ingress that does not reach the service", 404, html, "", history.Unknown},
		{"a firewall", 403, html, "", history.Unknown},
		{"a gateway", 502, html, "", history.Unknown},
		{"a busy gateway", 503, html, "", history.Throttled},
		{"the service, with a code", 404, html, "BlobNotFound", history.Absent},
		{"the service, in XML", 404, xml, "", history.Absent},
		{"the service, of a HEAD", 404, "", "", history.Absent},
		{"a blob that is a page", 200, html, "", history.Won},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			x := &Exchange{Reply: &transport.Reply{Status: tc.status}}
			if tc.contentType != "" {
				x.Reply.Header = sharedkey.Header{{Name: "content-type", Value: tc.contentType}}
			}
			if e := told(history.NewDictionary("run"), x, 0, history.Read, 0, tc.code); e.Outcome != tc.want || e.Status != uint16(tc.status) {
				t.Errorf("the event is %v, status %d; want %v", e.Outcome, e.Status, tc.want)
			}
		})
	}
}
