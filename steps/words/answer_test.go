package words

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAnswerMatch(t *testing.T) {
	t.Parallel()
	exact, other := Match{Status: true}, Match{}
	at := func(level string) Match { return Match{Status: true, Code: level} }
	tests := []struct {
		cell   string
		status int
		code   string
		want   Match
	}{
		{"201", 201, "", exact},
		{"201", 200, "", other},
		{"412", 412, "Whatever", exact},
		{"412 ConditionNotMet", 412, "ConditionNotMet", exact},
		{"412 ConditionNotMet", 412, "LeaseIdMissing", at("should")},
		{"412 ConditionNotMet", 409, "ConditionNotMet", other},
		{"412 (LeaseIdMissing)", 412, "ConditionNotMet", at("observed")},
		{"412 (LeaseIdMissing)", 412, "LeaseIdMissing", exact},
		{"412 *", 412, "LeaseLost", exact},
		{"412 *", 412, "", at("should")},
		{"404 MessageNotFound | 400 PopReceiptMismatch", 400, "PopReceiptMismatch", exact},
		{"404 MessageNotFound | 400 PopReceiptMismatch", 400, "MessageNotFound", at("should")},
		{"412 LeaseLost | 412 (LeaseIdMissing)", 412, "ConditionNotMet", at("observed")},
		{"412 (LeaseIdMissing) | 412 LeaseLost", 412, "ConditionNotMet", at("observed")},
		{"412 (LeaseIdMissing) | 412 LeaseLost", 412, "LeaseLost", exact},
	}
	for _, tt := range tests {
		a, err := ParseAnswer(tt.cell)
		if err != nil {
			t.Fatal(err)
		}
		got := a.Match(tt.status, tt.code)
		if got != tt.want {
			t.Errorf("ParseAnswer(%q).Match(%d, %q) = %+v, want %+v", tt.cell, tt.status, tt.code, got, tt.want)
		}
	}
}

func TestParseAnswerRefuses(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "OK", "ok ok", "ok | 412", "20", "2001", "099", "412 conditionNotMet", "412 Condition-NotMet", "412 A B", "201 |", "412 ()", "412 (a b)"} {
		if a, err := ParseAnswer(s); err == nil {
			t.Errorf("ParseAnswer(%q) = %v, want an error", s, a)
		}
	}
}

// TestOKStandsForWhatTheOperationPromises: which status "ok" is depends on the operation.
func TestOKStandsForWhatTheOperationPromises(t *testing.T) {
	t.Parallel()
	a, err := ParseAnswer("ok")
	if d := cmp.Diff(Answer{OK: true}, a); err != nil || d != "" {
		t.Errorf("ParseAnswer(ok): err %v, -want +got:\n%s", err, d)
	}
	if a.String() != "ok" || !a.Success() || a.Match(200, "").Status {
		t.Errorf("%q: success %v, takes 200 of whatever operation: %v", a, a.Success(), a.Match(200, ""))
	}
}

func TestAnswersOfSuccess(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{"201": true, "200 | 204": true, "304": false, "412 *": false, "200 | 412 A": false} {
		a, err := ParseAnswer(s)
		if err != nil || a.Success() != want {
			t.Errorf("%q is a success: %v, %v, want %v", s, a.Success(), err, want)
		}
	}
}
