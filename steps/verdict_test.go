package steps

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
	late := tooLate("the lease might have ended")
	tests := []struct {
		name string
		err  error
		want verdict
	}{
		{"failed", failed("Put Blob was answered differently", "201", "412"), verdict{status: reports.Failed, reason: "Put Blob was answered differently", want: "201", got: "412"}},
		{"skipped", skipped("the target has no luck"), verdict{status: reports.Skipped, reason: "the target has no luck"}},
		{"miswritten", miswritten("%q is nothing", "x"), verdict{status: reports.Error, reason: `read the scenario: "x" is nothing`}},
		{"blocked", blocked("prepare", silence), verdict{status: reports.Blocked, reason: "prepare: connection refused"}},
		{"unknown", unknown("send", silence), verdict{status: reports.Error, reason: "send: connection refused"}},

		{"what fails in the set-up blocks", blocked("prepare", failed("odd", "1", "2")), verdict{status: reports.Blocked, reason: "prepare: failed: odd: want 1, got 2"}},
		{"what is miswritten stays so", blocked("prepare", miswritten("x")), verdict{status: reports.Error, reason: "read the scenario: x"}},
		{"lateness stays lateness", blocked("prepare", fmt.Errorf("wrapped: %w", late)), *late.(*verdict)},
		{"a failure is known", unknown("send", failed("odd", "1", "2")), verdict{status: reports.Failed, reason: "odd", want: "1", got: "2"}},
		{"any other error", silence, verdict{status: reports.Error, reason: "connection refused"}},
		{"none", nil, verdict{status: reports.Passed}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := asVerdict(t.Context(), tt.err)
			if d := cmp.Diff(&tt.want, got, cmp.AllowUnexported(verdict{})); d != "" {
				t.Errorf("asVerdict(%v) -want +got:\n%s", tt.err, d)
			}
		})
	}
	if v := late.(*verdict); !v.late || v.status != reports.Error {
		t.Errorf("tooLate = %+v", v)
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
		{"an exchange was cut", unknown("send", context.Canceled), ""},
		{"the set-up was cut", blocked("prepare", context.Canceled), ""},
		{"before anything", context.Canceled, ""},
		{"what was found out before counts", failed("odd", "1", "2"), reports.Failed},
		{"what ended well counts", nil, reports.Passed},
		{"what does not apply does not", skipped("no luck"), reports.Skipped},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := asVerdict(ctx, tt.err)
			if (got == nil) != (tt.want == "") || got != nil && got.status != tt.want {
				t.Errorf("asVerdict(%v) = %+v, want %q", tt.err, got, tt.want)
			}
		})
	}
}

func TestVerdictErrorIsOneLine(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"failed: odd: want 1, got 2": failed("odd", "1", "2"),
		"skipped: no luck":           skipped("no luck"),
		"blocked: prepare: cut":      blocked("prepare", errors.New("cut")),
	} {
		if got := err.Error(); got != want {
			t.Errorf("Error() = %q, want %q", got, want)
		}
	}
}
