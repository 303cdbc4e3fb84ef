package verdict

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
)

func TestVerdictsTravelAsErrors(t *testing.T) {
	t.Parallel()
	silence := errors.New("connection refused")
	late := TooLate("the lease might have ended")
	tests := []struct {
		name string
		err  error
		want Verdict
	}{
		{"failed", Failed("Put Blob returned the wrong status", "201", "412"), Verdict{Status: reports.Failed, Reason: "Put Blob returned the wrong status", Want: "201", Got: "412", Differs: []reports.Difference{reports.InEffect}}},
		{"skipped", Skipped("the target has no luck", reports.Lack{Kind: reports.LacksCapability, Name: "luck"}),
			Verdict{Status: reports.Skipped, Reason: "the target has no luck", Lacks: &reports.Lack{Kind: reports.LacksCapability, Name: "luck"}}},
		{"failed in a status", In(Failed("odd", "201", "412"), reports.InStatus, "Put Blob", "status"),
			Verdict{Status: reports.Failed, Reason: "odd", Want: "201", Got: "412", Differs: []reports.Difference{reports.InStatus}, Operation: "Put Blob", Respect: "status"}},
		{"miswritten", Miswritten("%q is nothing", "x"), Verdict{Status: reports.Error, Reason: `read the scenario: "x" is nothing`}},
		{"blocked", Blocked("prepare", silence), Verdict{Status: reports.Blocked, Reason: "prepare: connection refused"}},
		{"unknown", Unknown("send", silence), Verdict{Status: reports.Error, Reason: "send: connection refused"}},

		{"what fails in the set-up blocks", Blocked("prepare", Failed("odd", "1", "2")), Verdict{Status: reports.Blocked, Reason: "prepare: failed: odd: want 1, got 2"}},
		{"what is miswritten stays so", Blocked("prepare", Miswritten("x")), Verdict{Status: reports.Error, Reason: "read the scenario: x"}},
		{"lateness stays lateness", Blocked("prepare", fmt.Errorf("wrapped: %w", late)), *late.(*Verdict)},
		{"a failure is known", Unknown("send", Failed("odd", "1", "2")), Verdict{Status: reports.Failed, Reason: "odd", Want: "1", Got: "2", Differs: []reports.Difference{reports.InEffect}}},
		{"any other error", silence, Verdict{Status: reports.Error, Reason: "connection refused"}},
		{"none", nil, Verdict{Status: reports.Passed}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Of(t.Context(), tt.err)
			if d := cmp.Diff(&tt.want, got); d != "" {
				t.Errorf("Of(%v) -want +got:\n%s", tt.err, d)
			}
		})
	}
	if v := late.(*Verdict); !v.Late || v.Status != reports.Error {
		t.Errorf("TooLate = %+v", v)
	}
}

func TestInterruptionIsNoVerdict(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name string
		err  error
		want reports.Status // empty: none
	}{
		{"an exchange was cut", Unknown("send", context.Canceled), ""},
		{"the set-up was cut", Blocked("prepare", context.Canceled), ""},
		{"before anything", context.Canceled, ""},
		{"what was found out before counts", Failed("odd", "1", "2"), reports.Failed},
		{"what ended well counts", nil, reports.Passed},
		{"what does not apply does not", Skipped("no luck", reports.Lack{}), reports.Skipped},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Of(ctx, tt.err)
			if (got == nil) != (tt.want == "") || got != nil && got.Status != tt.want {
				t.Errorf("Of(%v) = %+v, want %q", tt.err, got, tt.want)
			}
		})
	}
}

func TestVerdictErrorIsOneLine(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"failed: odd: want 1, got 2": Failed("odd", "1", "2"),
		"skipped: no luck":           Skipped("no luck", reports.Lack{}),
		"blocked: prepare: cut":      Blocked("prepare", errors.New("cut")),
	} {
		if got := err.Error(); got != want {
			t.Errorf("Error() = %q, want %q", got, want)
		}
	}
}

func TestAddPutsDifferencesInOrder(t *testing.T) {
	t.Parallel()
	v := In(Failed("odd", "412", "201"), reports.InStatus, "Put Blob", "status").(*Verdict)
	v.Add(Failed("the blob changed", "a", "b").(*Verdict))
	v.Add(OtherCode("Put Blob", "should", "412 A", "412 B"))
	v.Add(Failed("the blob changed", "a", "b").(*Verdict))
	if d := cmp.Diff([]reports.Difference{reports.InStatus, reports.InCode, reports.InEffect}, v.Differs); d != "" || v.CodeLevel != "should" {
		t.Errorf("code level %q, -want +got:\n%s", v.CodeLevel, d)
	}
}
