package evidence_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"ifmatch/internal/golden"
	"ifmatch/reports"
	"ifmatch/reports/evidence"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	golden.Check(t, "asked.json", asked(), evidence.Write)
}

// asked is a run on an account with a case of an open clause, one of a disputed clause
// that passed, and one of an undisputed clause.
func asked() reports.Run {
	x := reports.Exchange{Step: "When a client sends Put Blob", Method: "PUT", URL: "https://contoso.blob.core.windows.net/ifmatch-1/b?sv=1&sig=REDACTED",
		RequestHeader:  []reports.Header{{Name: "Authorization", Value: "REDACTED"}, {Name: "If-Match", Value: "*"}, {Name: "x-ms-copy-source", Value: "https://contoso.blob.core.windows.net/ifmatch-1/a"}},
		ResponseHeader: []reports.Header{{Name: "Server", Value: "Windows-Azure-Blob/1.0"}, {Name: "X-Ms-Client-Request-Id", Value: "me"}},
		Status:         412, ResponseBody: `<EnumerationResults ServiceEndpoint="https://contoso.blob.core.windows.net/" Account="contoso">`}
	r := reports.Run{Schema: reports.Schema, Target: reports.Target{Name: "contoso", Kind: "endpoint", Account: "contoso",
		Endpoints: map[string]string{"blob": "https://contoso.blob.core.windows.net/"}, Versions: map[string]string{"blob": "2025-11-05"}},
		Plan: reports.Plan{Level: "should", Seed: 3}}
	for _, c := range []struct {
		id, state string
		status    reports.Status
	}{{"ANY-A-1", "open", reports.Recorded}, {"ANY-A-2", "disputed", reports.Passed}, {"ANY-A-3", "active", reports.Failed}, {"ANY-A-4", "open", reports.Skipped}} {
		s := reports.Scenario{ID: c.id + "/row", Name: "a case", Clauses: []string{c.id}, Level: "should", Service: "any", Status: c.status, Got: "412 from contoso"}
		if c.status != reports.Skipped {
			s.Exchanges = []reports.Exchange{x}
		}
		r.Scenarios = append(r.Scenarios, s)
		r.Promises = append(r.Promises, reports.Promise{Clause: c.id, Level: "should", State: c.state, Statement: "what holds"})
		r.Summary.Add(c.status)
		r.Summary.Planned++
	}
	return r
}

func TestNobodyIsNamed(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := evidence.Write(&b, asked()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"contoso", "Authorization", `"me"`, "ANY-A-3", "ANY-A-4"} {
		if strings.Contains(b.String(), name) {
			t.Errorf("the evidence holds %s:\n%s", name, b.String())
		}
	}
	f, err := evidence.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Clauses) != 2 || f.Clauses[0].Cases[0].Exchanges[0].URL != "$BLOB/ifmatch-1/b?sv=1&sig=REDACTED" {
		t.Errorf("read again: %+v", f.Clauses)
	}
}

// sent is a run whose cases could be repeated: signed by the account's key, in the style of the service
// and in that of emulators.
func sent() reports.Run {
	r := asked()
	r.Target.Endpoints["queue"] = "http://127.0.0.1:10001/contoso"
	x := r.Scenarios[0].Exchanges[0]
	x.URL = "https://contoso.blob.core.windows.net/ifmatch-1/b%20c?comp=lease"
	x.RequestBody, x.ResponseBody = "a text… (4096 bytes in all)", "(512 bytes, not text)"
	x.ResponseHeader = append(x.ResponseHeader, reports.Header{Name: "Date", Value: "Thu, 01 Jan 2026 00:00:01 GMT"}, reports.Header{Name: "x-ms-request-id", Value: "one of many"})
	y := x
	y.URL, y.RequestBody = "http://127.0.0.1:10001/contoso/q/messages", "<QueueMessage/>"
	anonymous, unanswered := x, x
	anonymous.RequestHeader, unanswered.Error = nil, "no answer yet"
	r.Scenarios[0].Exchanges = []reports.Exchange{x, y}
	r.Scenarios[1].Exchanges = []reports.Exchange{x, anonymous}
	r.Scenarios[2].Exchanges = []reports.Exchange{unanswered}
	return r
}

func TestSessions(t *testing.T) {
	t.Parallel()
	golden.Check(t, "sent.jsonl", sent(), evidence.WriteSessions)
	var b bytes.Buffer
	if err := evidence.WriteSessions(&b, sent()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"contoso", "127.0.0.1", "uthorization", `"me"`, "one of many", "ANY-A-2", "ANY-A-3"} {
		if strings.Contains(b.String(), name) {
			t.Errorf("the sessions hold %s:\n%s", name, b.String())
		}
	}
	r := sent()
	r.Scenarios[0].Exchanges[0].RequestBody = "AccountKey=c2VjcmV0"
	if err := evidence.WriteSessions(io.Discard, r); err == nil || !strings.Contains(err.Error(), "AccountKey=") {
		t.Errorf("written with a key: %v", err)
	}
}

func TestASecretIsNeverWritten(t *testing.T) {
	t.Parallel()
	r := asked()
	r.Scenarios[0].Exchanges = []reports.Exchange{{URL: "https://x/?sig=c2VjcmV0"}}
	var b bytes.Buffer
	if err := evidence.Write(&b, r); err == nil || b.Len() > 0 {
		t.Errorf("written with a signature: %v, %d bytes", err, b.Len())
	}
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{`{}`, `kind "" and schema 0`},
		{`{"schema":1,"plan":{}}`, `kind "" and schema 1`},
		{`{"kind":"evidence","schema":2}`, "schema 2"},
		{`{"kind":"evidence","schema":1,"clauses":[{"clause":"A-1","state":"active","cases":[]}]}`, `clause A-1 is "active"`},
		{`{"kind":"evidence","schema":1,"clauses":[{"clause":"A-1","state":"open","cases":[{"id":"A-1/x"}]}]}`, "case A-1/x has no exchange"},
		{`{"kind":"evidence","schema":1,"clauses":[{"clause":"A-1","state":"open","cases":[{"id":"A-1/x","exchanges":[{"requestHeader":[{"name":"authorization","value":"x"}]}]}]}]}`, "the header authorization"},
		{`{"kind":"evidence","schema":1,"moon":1}`, `unknown field "moon"`},
		{`{"kind":"evidence"`, "the file ends in the middle"},
	} {
		if _, err := evidence.Decode(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Decode(%s): %v, want %q", c.text, err, c.want)
		}
	}
}
