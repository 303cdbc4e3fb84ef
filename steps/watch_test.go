package steps

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/court"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// refusing answers every request in the same way.
type refusing struct {
	target.Target
	cred   target.Credential
	status int
	header http.Header
	now    time.Time
}

func (t refusing) Session(context.Context, string) (*target.Session, error) {
	return &target.Session{Credential: t.cred, Transport: t, Clock: t}, nil
}

func (t refusing) RoundTrip(*http.Request) (*http.Response, error) {
	if t.status == 0 {
		return nil, errors.New("nobody there")
	}
	return &http.Response{StatusCode: t.status, Header: t.header}, nil
}

func (t refusing) Now() time.Time                          { return t.now }
func (refusing) Movable() bool                             { return true }
func (refusing) Pass(context.Context, time.Duration) error { return nil }

func TestWhatAnAnswerSaysOfTheCredential(t *testing.T) {
	t.Parallel()
	const sas = "ss=b&srt=sco&sp=rw&se=2026-01-01T12:00:00Z&sig=own"
	end := time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)
	before, after := end.Add(-time.Minute), end.Add(time.Minute)
	date := http.Header{"Date": {after.Format(http.TimeFormat)}}
	private := http.Header{"X-Ms-Error-Code": {"PublicAccessNotPermitted"}}
	page, xml := http.Header{"Content-Type": {"text/html; charset=utf-8"}}, http.Header{"Content-Type": {"application/xml"}, "X-Ms-Error-Code": {"RequestBodyTooLarge"}}
	failed := &verdict.Verdict{Status: reports.Failed, Reason: "another answer"}
	for _, tc := range []struct {
		name   string
		target refusing
		asked  string // the query of the request
		was    *verdict.Verdict
		want   reports.Status
		ended  bool
		reason string
	}{
		{"a refusal before the end", refusing{cred: target.Credential{SAS: sas}, status: 403, now: before}, sas, failed, reports.Failed, false, "another answer"},
		{"a refusal after the end", refusing{cred: target.Credential{SAS: sas}, status: 403, now: after}, sas, failed, reports.Error, true, "valid until 2026-01-01T12:00:00Z"},
		{"by the clock of the service", refusing{cred: target.Credential{SAS: sas}, status: 403, now: before, header: date}, sas, failed, reports.Error, true, "the credential ended"},
		{"though every step held", refusing{cred: target.Credential{SAS: sas}, status: 403, now: after}, sas, &verdict.Verdict{Status: reports.Passed}, reports.Error, true, ""},
		{"without any verdict", refusing{cred: target.Credential{SAS: sas}, status: 403, now: after}, sas, nil, reports.Error, true, ""},
		{"a refusal to another SAS", refusing{cred: target.Credential{SAS: sas}, status: 403, now: after}, "sig=other", failed, reports.Failed, false, ""},
		{"an answer after the end", refusing{cred: target.Credential{SAS: sas}, status: 412, now: after}, sas, failed, reports.Failed, false, ""},
		{"no answer", refusing{cred: target.Credential{SAS: sas}, now: after}, sas, failed, reports.Failed, false, ""},
		{"a refusal to a key", refusing{cred: target.Credential{Key: "a2V5"}, status: 403, now: after}, "", failed, reports.Failed, false, ""},
		{"no public access", refusing{cred: target.Credential{Key: "a2V5"}, status: 409, header: private, now: after}, "", failed, reports.Skipped, false, "needs permission public access"},
		{"no public access, as promised", refusing{cred: target.Credential{Key: "a2V5"}, status: 409, header: private, now: after}, "", &verdict.Verdict{Status: reports.Passed}, reports.Passed, false, ""},
		{"a proxy's limit", refusing{cred: target.Credential{Key: "a2V5"}, status: 413, header: page, now: after}, "", failed, reports.Error, false, "in front of the service"},
		{"a proxy's limit, as promised", refusing{cred: target.Credential{Key: "a2V5"}, status: 413, header: page, now: after}, "", &verdict.Verdict{Status: reports.Passed}, reports.Error, false, "in front of the service"},
		{"the service's limit", refusing{cred: target.Credential{Key: "a2V5"}, status: 413, header: xml, now: after}, "", failed, reports.Failed, false, "another answer"},
		{"the service's limit, without a body", refusing{cred: target.Credential{Key: "a2V5"}, status: 413, now: after}, "", failed, reports.Failed, false, "another answer"},
		{"another page for people", refusing{cred: target.Credential{Key: "a2V5"}, status: 404, header: page, now: after}, "", failed, reports.Failed, false, "another answer"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s, err := watched{Target: tc.target}.Session(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "http://127.0.0.1:1/account/c?"+tc.asked, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("x-ms-blob-public-access", "container")
			if resp, err := s.Transport.RoundTrip(req); (err != nil) != (tc.target.status == 0) {
				t.Fatal(resp, err)
			}
			cred := credential(&scenario.World{Session: s})
			v, ended := court.Play{Verdict: tc.was, Credential: cred}.Excused(), cred.Ended != ""
			if v.Status != tc.want || ended != tc.ended || !strings.Contains(v.Reason, tc.reason) {
				t.Errorf("the case is %s (%s), ended %v; want %s (%s), %v", v.Status, v.Reason, ended, tc.want, tc.reason, tc.ended)
			}
			if tc.want == reports.Skipped && (v.Lacks == nil || v.Lacks.Kind != reports.LacksPermission) {
				t.Errorf("it lacks %v", v.Lacks)
			}
		})
	}
}
