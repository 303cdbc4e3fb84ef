package perform

import (
	"context"
	"errors"
	"testing"

	"ifmatch/steps/scenario"
)

// TestTriedAtAnInterrupt: what was answered before an interrupt counts, and without an answer there is no verdict on the service.
func TestTriedAtAnInterrupt(t *testing.T) {
	t.Parallel()
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	lost := errors.New("reset")
	unreadable := func(broken bool) error { return &scenario.UnreadableError{Text: "no XML", Broken: broken} }
	for name, tt := range map[string]struct {
		ctx       context.Context
		status    int
		err       error
		ac, known bool
		reason    string
	}{
		"an answer":                         {t.Context(), 201, nil, true, true, ""},
		"an answer, interrupted":            {interrupted, 201, nil, true, true, ""},
		"a busy server":                     {t.Context(), 503, nil, false, false, ""},
		"a busy server, interrupted":        {interrupted, 503, nil, false, false, ""},
		"a lost connection":                 {t.Context(), 0, lost, false, false, ""},
		"a lost connection, interrupted":    {interrupted, 0, lost, false, true, "error: send Put Blob: reset"},
		"an answer that breaks off":         {t.Context(), 200, unreadable(true), false, false, ""},
		"an unreadable answer":              {t.Context(), 200, unreadable(false), false, true, "failed: Put Blob returned an answer that the official SDK cannot read: want an answer as documented, got no XML"},
		"an unreadable answer, interrupted": {interrupted, 200, unreadable(false), false, true, "failed: Put Blob returned an answer that the official SDK cannot read: want an answer as documented, got no XML"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ac, known, err := tried(tt.ctx, &scenario.Act{Op: scenario.Operation{Facts: scenario.Facts{Name: "Put Blob"}}, Resp: scenario.Response{Status: tt.status}}, tt.err)
			reason := ""
			if err != nil {
				reason = err.Error()
			}
			if (ac != nil) != tt.ac || known != tt.known || reason != tt.reason {
				t.Errorf("act %v, known %v, error %q", ac != nil, known, reason)
			}
		})
	}
}
