package sdk

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

type plainRequest struct{ *scenario.Base }

func (plainRequest) Exact() []scenario.Header { return nil }

// TestAnAnswerCutByOurselvesIsNone distinguishes an answer that the service has spoiled from one
// that was being read when the run was stopped.
func TestAnAnswerCutByOurselvesIsNone(t *testing.T) {
	t.Parallel()
	for _, stopped := range []bool{false, true} {
		ctx, stop := context.WithCancel(t.Context())
		x := &Exchange{}
		_, err := (&Connection{Session: &target.Session{}}).Perform(ctx, "List Blobs", nil, plainRequest{&scenario.Base{}}, x, func(context.Context) error {
			body := iotest.ErrReader(io.ErrUnexpectedEOF)
			if stopped {
				stop()
				body = iotest.ErrReader(context.Canceled)
			}
			x.answer = &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(body)}
			return nil
		})
		stop()
		var unreadable *scenario.UnreadableError
		if accused := errors.As(err, &unreadable); accused == stopped || err == nil {
			t.Errorf("stopped %v: %v", stopped, err)
		}
	}
}

// FuzzScrub looks for a text in which the value of a signature survives.
func FuzzScrub(f *testing.F) {
	for _, s := range []string{"GET http://h/c?sp=r&", "", "a'", "?SIG=x&", "\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, around string) {
		const secret = "c2VjcmV0%2Bsignature%3D"
		if text := scrub(around + "&sig=" + secret + "&" + around); strings.Contains(text, secret) != strings.Contains(around, secret) {
			t.Errorf("%q keeps the signature", text)
		}
	})
}
