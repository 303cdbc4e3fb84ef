package wire

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// TestARequestUnderWayOutlivesItsContext ends the context of a request one second after it was sent, ten seconds before its
// answer comes.
func TestARequestUnderWayOutlivesItsContext(t *testing.T) {
	t.Parallel()
	const answer = 11 * time.Second
	slow := serverFunc(func(r *http.Request) (*http.Response, error) {
		select {
		case <-r.Context().Done():
			return nil, r.Context().Err()
		case <-time.After(answer):
			return &http.Response{StatusCode: 201, Body: http.NoBody}, nil
		}
	})
	for name, tt := range map[string]struct {
		method  string
		finish  time.Duration
		abandon time.Duration // when the clean-up ends, too
		took    time.Duration // less than answer: it was cut off
	}{
		"in time":               {http.MethodPut, 20 * time.Second, time.Hour, answer},
		"too late":              {http.MethodPut, 5 * time.Second, time.Hour, 6 * time.Second},
		"abandoned":             {http.MethodPut, 20 * time.Second, 3 * time.Second, 3 * time.Second},
		"it only reads":         {http.MethodGet, 20 * time.Second, time.Hour, time.Second},
		"nothing is cleaned up": {http.MethodPut, 0, time.Hour, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				abandon, abandoned := context.WithTimeout(t.Context(), tt.abandon)
				defer abandoned()
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				began := time.Now()
				_, err := NewRecorder(slow, NewGate(1), Options{Finish: tt.finish, Abandon: abandon}).Do(request(t, ctx, tt.method, "http://h/a/c", nil))
				if took := time.Since(began); (err == nil) != (tt.took == answer) || took != tt.took {
					t.Errorf("%v after %s, want it after %s", err, took, tt.took)
				}
			})
		})
	}
}
