package cell

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAnswerAccepts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		cell   string
		status int
		code   string
		strict bool
		want   bool
	}{
		{"201", 201, "", false, true},
		{"201", 200, "", false, false},
		{"412", 412, "Whatever", true, true},
		{"412 ConditionNotMet", 412, "ConditionNotMet", false, true},
		{"412 ConditionNotMet", 412, "LeaseIdMissing", false, false},
		{"412 ConditionNotMet", 409, "ConditionNotMet", false, false},
		{"412 (LeaseIdMissing)", 412, "ConditionNotMet", false, true},
		{"412 (LeaseIdMissing)", 412, "ConditionNotMet", true, false},
		{"412 (LeaseIdMissing)", 412, "LeaseIdMissing", true, true},
		{"412 *", 412, "LeaseLost", true, true},
		{"412 *", 412, "", true, false},
		{"404 MessageNotFound | 400 PopReceiptMismatch", 400, "PopReceiptMismatch", false, true},
		{"404 MessageNotFound | 400 PopReceiptMismatch", 400, "MessageNotFound", false, false},
	}
	for _, tt := range tests {
		a, err := ParseAnswer(tt.cell)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Accepts(tt.status, tt.code, tt.strict); got != tt.want {
			t.Errorf("ParseAnswer(%q).Accepts(%d, %q, %v) = %v, want %v", tt.cell, tt.status, tt.code, tt.strict, got, tt.want)
		}
	}
}

func TestParseAnswerRefuses(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "ok", "20", "2001", "099", "412 conditionNotMet", "412 Condition-NotMet", "412 A B", "201 |", "412 ()", "412 (a b)"} {
		if a, err := ParseAnswer(s); err == nil {
			t.Errorf("ParseAnswer(%q) = %v, want an error", s, a)
		}
	}
}

func TestParseRequest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		cell string
		want []Term
	}{
		{"nothing", nil},
		{"If-Match stale", []Term{{Key: "If-Match", Value: "stale"}}},
		{"source If-Match stale, If-None-Match *", []Term{{Key: "source If-Match", Value: "stale"}, {Key: "If-None-Match", Value: "*"}}},
		{"no lease id, duration 15", []Term{{Key: "lease id", No: true}, {Key: "duration", Value: "15"}}},
		{`content "a, b", sequence number 7`, []Term{{Key: "content", Value: `"a, b"`}, {Key: "sequence number", Value: "7"}}},
		{"no If-Match, verb MERGE", []Term{{Key: "If-Match", No: true}, {Key: "verb", Value: "MERGE"}}},
		{`actions Insert Entity a "Size=3; Colour=blue"; Delete Entity b`, []Term{{Key: "actions", Value: `Insert Entity a "Size=3; Colour=blue"; Delete Entity b`}}},
		{"sequence number at most 8", []Term{{Key: "sequence number at most", Value: "8"}}},
	}
	for _, tt := range tests {
		got, err := ParseRequest(tt.cell)
		if err != nil {
			t.Errorf("ParseRequest(%q): %v", tt.cell, err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("ParseRequest(%q) -want +got:\n%s", tt.cell, d)
		}
	}
	for _, s := range []string{"", "If-Match", "if-match stale", "no If-None-Match", "If-Match stale,", "colour blue"} {
		if got, err := ParseRequest(s); err == nil {
			t.Errorf("ParseRequest(%q) = %v, want an error", s, got)
		}
	}
}

func TestParseETags(t *testing.T) {
	t.Parallel()
	got, err := ParseETags("weak current | unquoted stale | *")
	want := []ETag{{Word: "current", Weak: true}, {Word: "stale", Unquoted: true}, {Word: "*"}}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("ParseETags: err %v, -want +got:\n%s", err, d)
	}
	for _, s := range []string{"", "current stale", "old", "weak", "current |"} {
		if got, err := ParseETags(s); err == nil {
			t.Errorf("ParseETags(%q) = %v, want an error", s, got)
		}
	}
}

func TestParseLeaseState(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"Available", "Leased(A)", "Leased(X)", "Breaking(A)", "Broken(B)", "Expired(A)", "Leased(A) for 15 seconds", "Leased(A) for ever", "Breaking(A) for 20 seconds",
		"Expired(A) and was modified since", "Broken(A) and was leased since"} {
		l, err := ParseLeaseState(s)
		if err != nil || l.String() != s {
			t.Errorf("ParseLeaseState(%q) = %v, %v", s, l, err)
		}
	}
	for _, s := range []string{"", "available", "Leased", "Leased(D)", "Available(A)", "Leased(A) for long", "Expired(A) for 15 seconds", "Breaking(A) for ever",
		"Leased(A) and was modified since", "Available and was modified since", "Expired(A) and was read since"} {
		if l, err := ParseLeaseState(s); err == nil {
			t.Errorf("ParseLeaseState(%q) = %v, want an error", s, l)
		}
	}
}

func TestParseDuration(t *testing.T) {
	t.Parallel()
	tests := map[string]time.Duration{"1 second": time.Second, "15 seconds": 15 * time.Second, "1 minute": time.Minute}
	for s, want := range tests {
		if got, err := ParseDuration(s); err != nil || got != want {
			t.Errorf("ParseDuration(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "15", "15s", "-1 seconds", "1.5 seconds", "99999999999 seconds"} {
		if got, err := ParseDuration(s); err == nil {
			t.Errorf("ParseDuration(%q) = %v, want an error", s, got)
		}
	}
}

func TestParseCarried(t *testing.T) {
	t.Parallel()
	got, err := ParseCarried("a new ETag, no Last-Modified, lease id A, a lease id, an empty body, lease time 0")
	want := []Carried{
		{Subject: "ETag", Word: "new"}, {Subject: "Last-Modified", Word: "no"}, {Subject: "lease id", Word: "value", Value: "A"},
		{Subject: "lease id", Word: "any"}, {Subject: "body", Word: "empty"}, {Subject: "lease time", Word: "value", Value: "0"},
	}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("ParseCarried: err %v, -want +got:\n%s", err, d)
	}
	for _, s := range []string{"", "no new ETag", "a new lease id", "ETag,", "a body", "an empty ETag", "a new ETag 5",
		"lease time soon", "lease time -1", "lease time min(n,", "no lease time 5", "a lease time not said"} {
		if got, err := ParseCarried(s); err == nil {
			t.Errorf("ParseCarried(%q) = %v, want an error", s, got)
		}
	}
}

func TestParseCarriedOfACopy(t *testing.T) {
	t.Parallel()
	got, err := ParseCarried("copy status failed, copy description 412 ConditionNotMet, no copy id, copy description 404")
	want := []Carried{
		{Subject: "copy status", Word: "value", Value: "failed"}, {Subject: "copy description", Word: "value", Value: "412 ConditionNotMet"},
		{Subject: "copy id", Word: "no"}, {Subject: "copy description", Word: "value", Value: "404"},
	}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("ParseCarried: err %v, -want +got:\n%s", err, d)
	}
	for _, s := range []string{"copy status 412 ConditionNotMet", "copy description 412 conditionNotMet", "a copy description 412 ConditionNotMet, new"} {
		if got, err := ParseCarried(s); err == nil {
			t.Errorf("ParseCarried(%q) = %v, want an error", s, got)
		}
	}
}

func TestParseCarriedLeaseTime(t *testing.T) {
	t.Parallel()
	got, err := ParseCarried("lease time min(n, remaining), lease time (0), lease time not said, header name x-ms-lease-duration, lease time (min(n, remaining))")
	want := []Carried{
		{Subject: "lease time", Word: "value", Value: "min(n, remaining)"}, {Subject: "lease time", Word: "value", Value: "(0)"},
		{Subject: "lease time", Word: "no"}, {Subject: "header name", Word: "value", Value: "x-ms-lease-duration"},
		{Subject: "lease time", Word: "value", Value: "(min(n, remaining))"},
	}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("ParseCarried: err %v, -want +got:\n%s", err, d)
	}
	for s, want := range map[string]LeaseTime{
		"0": {}, "17": {Seconds: 17}, "(0)": {Weak: true}, "remaining": {Word: "remaining"}, "(remaining)": {Word: "remaining", Weak: true},
		"min(n, remaining)": {Word: "min(n, remaining)"}, "(min(n, remaining))": {Word: "min(n, remaining)", Weak: true},
	} {
		if got, err := ParseLeaseTime(s); err != nil || got != want {
			t.Errorf("ParseLeaseTime(%q) = %+v, %v, want %+v", s, got, err, want)
		}
	}
}

func FuzzCells(f *testing.F) {
	for _, s := range []string{"412 ConditionNotMet | 409 *", "If-Match stale, no lease id", "weak current | *", "Leased(A) for 15 seconds", "15 seconds", "a new ETag, no lease id"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if a, err := ParseAnswer(s); err == nil {
			again, err := ParseAnswer(a.String())
			if err != nil || cmp.Diff(a, again) != "" {
				t.Fatalf("answer %q prints as %q, which reads as %v, %v", s, a, again, err)
			}
		}
		if l, err := ParseLeaseState(s); err == nil {
			if again, err := ParseLeaseState(l.String()); err != nil || again != l {
				t.Fatalf("lease state %q prints as %q, which reads as %v, %v", s, l, again, err)
			}
		}
		if terms, err := ParseRequest(s); err == nil {
			for _, term := range terms {
				if term.Key == "" || term.No == (term.Value != "") {
					t.Fatalf("request %q gives the odd term %+v", s, term)
				}
			}
		}
		_, _ = ParseETags(s)
		_, _ = ParseDuration(s)
		_, _ = ParseCarried(s)
	})
}

func TestMeets(t *testing.T) {
	t.Parallel()
	for header, want := range map[string][2]string{
		"If-Match":            {"current", "stale"},
		"If-None-Match":       {"stale", "current"},
		"If-Modified-Since":   {Earlier, Same},
		"If-Unmodified-Since": {Same, Earlier},
	} {
		if got := [2]string{Meets(header, Met), Meets(header, Unmet)}; got != want {
			t.Errorf("%s is met and unmet by %v, want %v", header, got, want)
		}
		if got := Meets(header, "remembered"); got != "remembered" {
			t.Errorf("Meets(%q, remembered) = %q", header, got)
		}
	}
}
