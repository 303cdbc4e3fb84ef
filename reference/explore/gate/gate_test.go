package gate_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/explore/gate"
	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/operation"
)

// play lets ann and bob write a blob each, ann under a context, and returns the history and how she fared.
func play(ctx context.Context, t *testing.T, choices []uint8, change func(*gate.Options)) (drawn string, err error) {
	t.Helper()
	server := reference.InProcess(t)
	var g *gate.Gate
	store := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusCreated) })
	put := func(operation.Service, *http.Request) operation.Operation { return operation.PutBlob }
	o := gate.Options{Chooser: schedule.Follow(choices), Learned: new(gate.Learned), Now: time.Now, Operation: put}
	o.Pass = func(d time.Duration, _ <-chan struct{}) bool { time.Sleep(d); return false }
	change(&o)
	g = gate.New(o)
	clients := make(map[string]chan error)
	for _, name := range []string{"ann", "bob"} {
		to := server.RoundTripperFor(func(s operation.Service, _ http.Handler) http.Handler { return g.Around(name, s, store) })
		ended, within := make(chan error, 1), ctx
		if name == "bob" {
			within = t.Context()
		}
		clients[name] = ended
		go func() {
			r, err := http.NewRequestWithContext(within, http.MethodPut, server.InProcessEndpoint(reference.Blob)+"/data/"+name, nil)
			if err == nil {
				var answer *http.Response
				if answer, err = to.RoundTrip(r); err == nil {
					err = answer.Body.Close()
				}
			}
			ended <- err
		}()
	}
	for synctest.Wait(); ; synctest.Wait() {
		if g.Arrive(); !g.Waits() {
			break
		}
		g.Step()
	}
	g.Finish(true)
	for _, l := range g.Lines() {
		drawn += fmt.Sprint(l.Client, " ", l.Fate, " ", l.Status, " ", l.Chosen, "; ")
	}
	if err := <-clients["bob"]; err != nil {
		t.Error(err)
	}
	return drawn, <-clients["ann"]
}

func TestStepsAreThoseThatWereChosen(t *testing.T) {
	t.Parallel()
	lose := func(o *gate.Options) { o.Lose = true }
	live := func(o *gate.Options) { o.Live = true }
	for _, tt := range []struct {
		name    string
		choices []uint8
		change  func(*gate.Options)
		want    string
	}{
		{"what comes by itself", nil, live, "ann 0 201 ; bob 0 201 ; "},
		{"the other one first", []uint8{1}, live, "bob 0 201 bob goes first; ann 0 201 ; "},
		{"a lost answer", []uint8{0, 1}, lose, "ann 1 201 the answer is lost; bob 0 201 ; "},
		{"time jumps to nothing known", []uint8{2}, func(o *gate.Options) { o.Jump = true }, " 5 0 time jumps; ann 0 201 ; bob 0 201 ; "},
	} {
		synctest.Test(t, func(t *testing.T) {
			if got, err := play(t.Context(), t, tt.choices, tt.change); got != tt.want || (err != nil) != strings.Contains(got, "lost") {
				t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
			}
		})
	}
}

func TestWhoGivesUpIsNotServed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		got, err := play(ctx, t, nil, func(*gate.Options) {})
		if want := fmt.Sprint("ann ", history.Withdrawn, " 0 ; "); !strings.Contains(got, want) || !errors.Is(err, context.Canceled) {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	})
}
