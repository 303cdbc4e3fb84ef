package steps

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/ops"
)

const (
	noon    = "Fri, 02 Jan 2026 12:00:00 GMT"
	earlyAM = "Fri, 02 Jan 2026 01:00:00 GMT"
	oneLate = "Fri, 02 Jan 2026 12:00:01 GMT"
)

// answeredWith is a stage on which Ann's last request was answered with these
// headers and this body. The blob had the ETags 0x1 and, now, 0x2, of noon; Ann
// had read the first.
func answeredWith(t *testing.T, operation, body string, header ...string) *world {
	t.Helper()
	w, ann, blob := stage(t)
	op, ok := ops.Lookup(operation)
	if !ok {
		t.Fatalf("no operation %q", operation)
	}
	h := http.Header{}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	at, err := http.ParseTime(noon)
	if err != nil {
		t.Fatal(err)
	}
	blob.before, blob.known = &ops.State{ETag: `"0x2"`, LastModified: at}, []string{`"0x1"`, `"0x2"`}
	ann.last = &act{op: op, thing: blob, memory: memory{etag: `"0x1"`, lastModified: earlyAM},
		resp: ops.Response{Status: op.Success, Code: h.Get("x-ms-error-code"), Header: h, Body: []byte(body)}}
	w.last = ann
	w.time = newTimeline(w.session.Clock)
	return w
}

func TestResponseCarries(t *testing.T) {
	t.Parallel()
	type headers = []string
	tests := []struct {
		words string
		body  string
		head  headers
		want  string // what the verdict wants and got; empty: it holds
	}{
		{"an ETag", "", headers{"ETag", `"0x2"`}, ""},
		{"an ETag", "", nil, "some ETag; none"},
		{"an ETag", "", headers{"ETag", `0x2`}, "a strong ETag in quotes; 0x2"},
		{"an ETag", "", headers{"ETag", `W/"0x2"`}, `a strong ETag in quotes; W/"0x2"`},
		{"an ETag", "", headers{"ETag", `""`}, `a strong ETag in quotes; ""`},
		{"an ETag", "", headers{"ETag", `"0x"2"`}, `a strong ETag in quotes; "0x"2"`},
		{"a quoted ETag", "", headers{"ETag", `"0x2"`}, ""},
		{"a quoted ETag", "", headers{"ETag", `0x2`}, "a strong ETag in quotes; 0x2"},
		{"a hexadecimal ETag", "", headers{"ETag", `"0x8DE49A1B2C3D4E5"`}, ""},
		{"a hexadecimal ETag", "", headers{"ETag", `"0x8de49a1b2c3d4e5f"`}, `an ETag of the form "0x8D…" in hexadecimal digits; "0x8de49a1b2c3d4e5f"`},
		{"no ETag", "", nil, ""},
		{"no ETag", "", headers{"ETag", "*"}, "no ETag; *"},
		{"a new ETag", "", headers{"ETag", `"0x3"`}, ""},
		{"a new ETag", "", headers{"ETag", `"0x2"`}, `an ETag that the blob never had; "0x2"`},
		{"a new ETag", "", headers{"ETag", `"0x1"`}, `an ETag that the blob never had; "0x1"`},
		{"a new ETag", "", nil, "an ETag that the blob never had; none"},
		{"the same ETag", "", headers{"ETag", `"0x2"`}, ""},
		{"the same ETag", "", headers{"ETag", `"0x1"`}, `the ETag "0x2" of before; "0x1"`},
		{"the current ETag", "", nil, `the ETag "0x2" of before; none`},
		{"the remembered ETag", "", headers{"ETag", `"0x1"`}, ""},
		{"the remembered ETag", "", headers{"ETag", `"0x2"`}, `"0x1"; "0x2"`},

		{"a Last-Modified", "", headers{"Last-Modified", noon}, ""},
		{"a Last-Modified", "", headers{"Last-Modified", "2026-01-02T12:00:00Z"}, "an HTTP date; 2026-01-02T12:00:00Z"},
		{"no Last-Modified", "", nil, ""},
		{"a new Last-Modified", "", headers{"Last-Modified", noon}, ""}, // a second may hold several writes
		{"a new Last-Modified", "", headers{"Last-Modified", earlyAM}, "a Last-Modified that is not before " + noon + "; " + earlyAM},
		{"a new Last-Modified", "", nil, "a Last-Modified that is not before " + noon + "; none"},
		{"a later Last-Modified", "", headers{"Last-Modified", oneLate}, ""},
		{"a later Last-Modified", "", headers{"Last-Modified", noon}, "a Last-Modified after " + noon + "; " + noon},
		{"the same Last-Modified", "", headers{"Last-Modified", noon}, ""},
		{"the same Last-Modified", "", headers{"Last-Modified", oneLate}, noon + "; " + oneLate},
		{"the current Last-Modified", "", headers{"Last-Modified", oneLate}, noon + "; " + oneLate},
		{"the remembered Last-Modified", "", headers{"Last-Modified", earlyAM}, ""},
		{"the remembered Last-Modified", "", headers{"Last-Modified", noon}, earlyAM + "; " + noon},

		{"lease id A", "", headers{"x-ms-lease-id", leaseA}, ""},
		{"lease id A", "", headers{"x-ms-lease-id", leaseB}, leaseA + "; " + leaseB},
		{"a lease id", "", nil, "some lease id; none"},
		{"no lease id", "", nil, ""},
		{"no lease id", "", headers{"x-ms-lease-id", leaseA}, "no lease id; " + leaseA},
		{"no lease id", "<LeaseId>" + strings.ToUpper(leaseA) + "</LeaseId>", nil, "no lease id; none"},

		{"an empty body", "", nil, ""},
		{"an empty body", "x", nil, "an empty body; 1 bytes"},
		{"an XML body", "\xef\xbb\xbf<?xml version=\"1.0\"?>\n<Error>\n <Code>LeaseLost</Code></Error>", headers{"x-ms-error-code", "LeaseLost"}, ""},
		{"an XML body", "<Error><Code>Other</Code></Error>", headers{"x-ms-error-code", "LeaseLost"}, `an XML body that repeats LeaseLost; "<Error><Code>Other</Code></Error>"`},
		{"an XML body", "<Error><Code></Code></Error>", nil, `an XML body that repeats ; "<Error><Code></Code></Error>"`},

		{"content type text/plain, a lease state, no copy id", "", headers{"Content-Type", "text/plain", "x-ms-lease-state", "leased"}, ""},
		{"content type text/plain, no copy id", "", headers{"Content-Type", "text/plain", "x-ms-copy-id", "7"}, "no copy id; 7"},
		{"sequence number 7", "", headers{"x-ms-blob-sequence-number", "8"}, "7; 8"},
		{"copy description 412 ConditionNotMet", "", headers{"x-ms-copy-status-description", `412 ConditionNotMet "The source changed."`}, ""},
		{"copy description 412 ConditionNotMet", "", headers{"x-ms-copy-status-description", "404 BlobNotFound"}, "412 ConditionNotMet; 404 BlobNotFound"},
		{"copy description 412 ConditionNotMet", "", nil, "412 ConditionNotMet; none"},
	}
	for _, tt := range tests {
		w := answeredWith(t, "Put Blob", tt.body, tt.head...)
		checkVerdict(t, "the response carries "+tt.words+" of "+strings.Join(tt.head, " "), w.responseCarries(t.Context(), tt.words), tt.want)
	}
}

// checkVerdict wants a failure that shows "want; got", or none.
func checkVerdict(t *testing.T, what string, err error, want string) {
	t.Helper()
	var v *verdict
	got := ""
	if errors.As(err, &v) {
		if got = v.want + "; " + v.got; v.status != reports.Failed {
			got = string(v.status) + ": " + v.reason
		}
	}
	if got != want {
		t.Errorf("%s\n\tverdict %q\n\twant    %q", what, got, want)
	}
}

func TestLeaseTimesOfABreak(t *testing.T) {
	t.Parallel()
	const s = time.Second
	between := func(least, most time.Duration) left { return left{least: least, most: most, running: true} }
	tests := []struct {
		words   string
		movable bool
		period  string
		left    left
		got     string
		want    string
	}{
		{"lease time 0", true, "", left{}, "0", ""},
		{"lease time 0", true, "", left{}, "1", "0; 1"},
		{"lease time 0", false, "", left{}, "1", "0; 1"}, // nothing left is nothing left, by any clock
		{"lease time 0", true, "", left{}, "", "0; none"},
		{"lease time 0", true, "", left{}, "none", "0; none"},
		{"lease time (0)", true, "", left{}, "5", ""}, // recorded, not judged
		{"lease time remaining", true, "", between(20*s, 20*s), "20", ""},
		{"lease time remaining", true, "", between(20*s, 20*s), "19", "20; 19"},
		{"lease time remaining", false, "", between(18500*time.Millisecond, 20200*time.Millisecond), "16", ""},
		{"lease time remaining", false, "", between(18500*time.Millisecond, 20200*time.Millisecond), "23", ""},
		{"lease time remaining", false, "", between(18500*time.Millisecond, 20200*time.Millisecond), "15", "16 to 23; 15"},
		{"lease time remaining", false, "", between(18500*time.Millisecond, 20200*time.Millisecond), "24", "16 to 23; 24"},
		{"lease time remaining", true, "", left{}, "20", "error: read the scenario: nothing is known to remain of the lease of the blob"},
		{"lease time min(n, remaining)", true, "10", between(20*s, 20*s), "10", ""},
		{"lease time min(n, remaining)", true, "10", between(20*s, 20*s), "20", "10; 20"},
		{"lease time min(n, remaining)", true, "60", between(20*s, 20*s), "20", ""},
		{"lease time min(n, remaining)", true, "45", left{}, "45", ""}, // a lease for ever has no end of its own
		{"lease time min(n, remaining)", true, "", left{}, "45", "error: read the scenario: Lease Blob break names no break period"},
		{"lease time min(n, remaining)", true, "x", left{}, "45", `error: read the scenario: break period "x" is no number`},
	}
	for _, tt := range tests {
		w := answeredWith(t, "Lease Blob break", "", "x-ms-lease-time", tt.got)
		w.time.clock = &fakeClock{movable: tt.movable}
		w.last.last.left = tt.left
		if tt.period != "" {
			w.last.last.req.BreakPeriod = &tt.period
		}
		checkVerdict(t, tt.words+" of "+tt.got, w.responseCarries(t.Context(), tt.words), tt.want)
	}
	w := answeredWith(t, "Lease Blob break", "", "x-ms-lease-time", "5")
	w.run.cfg.Level = "observed"
	checkVerdict(t, "a weak lease time at level observed", w.responseCarries(t.Context(), "lease time (0)"), "0; 5")
}

func TestServiceAnswers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		cell  string
		level string
		code  string
		want  string
	}{
		{"202", "should", "", ""},
		{"ok", "should", "", ""},
		{"201", "should", "", "201; 202 Accepted"},
		{"202 (LeaseLost)", "should", "Other", ""},
		{"202 (LeaseLost)", "observed", "Other", "202 (LeaseLost); 202 Other"},
		{"ok ok", "should", "", `error: read the scenario: read answer "ok ok": "ok" is not an HTTP status`},
	}
	for _, tt := range tests {
		w := answeredWith(t, "Lease Blob break", "", "x-ms-error-code", tt.code)
		w.run.cfg.Level = tt.level
		checkVerdict(t, "the service answers "+tt.cell, w.serviceAnswers(t.Context(), tt.cell), tt.want)
	}
}

func TestNothingIsJudgedBeforeItHappened(t *testing.T) {
	t.Parallel()
	w, _, _ := stage(t)
	w.actors["bob"] = &actor{name: "bob"}
	w.time = newTimeline(w.session.Clock)
	for what, err := range map[string]error{
		"the service answers":    w.serviceAnswers(t.Context(), "200"),
		"Bob is answered":        w.isAnswered(t.Context(), "Bob", "200"),
		"the response carries":   w.responseCarries(t.Context(), "an ETag"),
		"the blob is":            w.isAfter(t.Context(), "blob", "", "unchanged"),
		"the lease is":           w.leaseIs(t.Context(), "Available"),
		"the container is":       w.isAfter(t.Context(), "container", "", "unchanged"),
		"exactly 1 is answered":  w.exactlyAnswered(t.Context(), "1", "200", "412"),
		"every read returned":    w.wholeReads(t.Context()),
		"Bob has received":       w.hasReceived(t.Context(), "Bob", "old"),
		"the blob holds what":    w.holdsWritten(t.Context(), "blob", "", "Bob"),
		"the rest of a body":     w.sendsRest(t.Context(), "Bob"),
		"a remembered ETag":      answeredAnew(t).responseCarries(t.Context(), "the remembered ETag"),
		"a lease that is no one": w.leaseOfIs(t.Context(), "blob", "", "Dozing"),
	} {
		var v *verdict
		if !errors.As(err, &v) || v.status != reports.Error || !strings.HasPrefix(v.reason, "read the scenario: ") {
			t.Errorf("%s: %v, want an error of the scenario", what, err)
		}
	}
}

// answeredAnew is answeredWith an ETag for a client that never read the blob.
func answeredAnew(t *testing.T) *world {
	w := answeredWith(t, "Put Blob", "", "ETag", `"0x3"`)
	w.last.last.memory = memory{}
	return w
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]ops.Response{
		"201 Created":               {Status: 201},
		"412 ConditionNotMet":       {Status: 412, Code: "ConditionNotMet"},
		"412 without an error code": {Status: 412},
		"304 Not Modified":          {Status: 304},
	} {
		if got := describe(r); got != want {
			t.Errorf("describe(%+v) = %q, want %q", r, got, want)
		}
	}
}
