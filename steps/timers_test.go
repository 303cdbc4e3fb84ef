package steps

import (
	"net/http"
	"testing"
	"time"

	"ifmatch/steps/ops"
)

// TestWhatStartsAndStopsTimers follows the requests of a scenario. The clock is a
// real one that stands still unless the scenario passes time.
func TestWhatStartsAndStopsTimers(t *testing.T) {
	t.Parallel()
	type move struct {
		operation string
		req       ops.Request
		leaseTime string        // x-ms-lease-time of the answer
		after     time.Duration // nominal time that passes before
	}
	acquire := func(d string) move { return move{operation: "Lease Blob acquire", req: ops.Request{Duration: &d}} }
	renew := move{operation: "Lease Blob renew"}
	release := move{operation: "Lease Blob release"}
	change := move{operation: "Lease Blob change"}
	breaks := func(period, answered string) move {
		m := move{operation: "Lease Blob break", leaseTime: answered}
		if period != "" {
			m.req.BreakPeriod = &period
		}
		return m
	}
	in := func(seconds int, m move) move { m.after = time.Duration(seconds) * time.Second; return m }
	tests := []struct {
		name  string
		moves []move
		want  int // nominal seconds after which the lease is over; 0: it runs no more, or for ever
	}{
		{"acquire", []move{acquire("15")}, 15},
		{"acquire for ever", []move{acquire("-1")}, 0},
		{"renew starts over", []move{acquire("37"), in(20, renew)}, 37},
		{"renew twice", []move{acquire("20"), in(12, renew), in(12, renew)}, 20},
		{"renew what lasts for ever", []move{acquire("-1"), renew}, 0},
		{"renew what was acquired anew", []move{acquire("60"), acquire("15"), in(5, renew)}, 15},
		{"renew what was acquired anew for ever", []move{acquire("60"), acquire("-1"), in(5, renew)}, 0},
		{"renew what is over", []move{acquire("15"), in(15, renew)}, 15},
		{"change keeps the end", []move{acquire("30"), in(10, change)}, 20},
		{"release", []move{acquire("30"), release}, 0},
		{"renew after release knows no length", []move{acquire("30"), release, renew}, 0},
		{"break at once", []move{acquire("30"), breaks("0", "0")}, 0},
		{"break, as it would have ended", []move{acquire("30"), in(10, breaks("", "20"))}, 20},
		{"break sooner", []move{acquire("30"), in(10, breaks("5", "5"))}, 5},
		{"break later than it ends", []move{acquire("30"), in(10, breaks("60", "20"))}, 20},
		{"break what lasts for ever", []move{acquire("-1"), breaks("45", "45")}, 45},
		{"break what lasts for ever, without a period", []move{acquire("-1"), breaks("", "0")}, 0},
		{"break again, sooner", []move{acquire("-1"), breaks("45", "45"), in(5, breaks("10", "10"))}, 10},
		{"break again, later", []move{acquire("-1"), breaks("45", "45"), in(5, breaks("60", "40"))}, 40},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tl, clock := newFakeTimeline(true)
			w, blob := &world{time: tl}, &thing{label: "blob"}
			for _, m := range tt.moves {
				if err := tl.pass(t.Context(), m.after); err != nil {
					t.Fatal(err)
				}
				op, ok := ops.Lookup(m.operation)
				if !ok {
					t.Fatalf("no operation %q", m.operation)
				}
				resp := ops.Response{Status: op.Success, Header: http.Header{}}
				if m.leaseTime != "" {
					resp.Header.Set("x-ms-lease-time", m.leaseTime)
				}
				w.startTimers(op, blob, m.req, resp, clock.now, clock.now)
			}
			want := left{}
			if tt.want > 0 {
				d := time.Duration(tt.want) * time.Second
				want = left{least: d, most: d, running: true}
			}
			if got := tl.left(leaseOf(blob), clock.now, clock.now); got != want {
				t.Errorf("left = %+v, want %+v", got, want)
			}
		})
	}
}

func TestADeletedContainersNameIsTakenForAWhile(t *testing.T) {
	t.Parallel()
	tl, clock := newFakeTimeline(false)
	w, c := &world{time: tl}, &thing{label: "container"}
	send := func(name string) {
		op, _ := ops.Lookup(name)
		w.startTimers(op, c, ops.Request{}, ops.Response{Status: op.Success, Header: http.Header{}}, clock.now, clock.now)
	}
	send("Delete Container")
	clock.takes(29 * time.Second)
	if tl.judge() == nil {
		t.Error("29 seconds after the deletion nobody knows whether the name is free")
	}
	send("Create Container")
	if err := tl.judge(); err != nil {
		t.Errorf("the name was taken again: %v", err)
	}
}
