package lease

import (
	"testing"
	"time"

	"ifmatch/steps/scenario"
)

// TestWhatStartsAndStopsTimers follows the requests of a scenario. The clock stands still unless
// the scenario lets time pass.
func TestWhatStartsAndStopsTimers(t *testing.T) {
	t.Parallel()
	type move struct {
		operation string
		f         Fields
		leaseTime string        // x-ms-lease-time of the answer
		after     time.Duration // nominal time that passes before the request
	}
	acquire := func(d string) move { return move{operation: "Lease Blob acquire", f: Fields{Duration: &d}} }
	renew := move{operation: "Lease Blob renew"}
	release := move{operation: "Lease Blob release"}
	change := move{operation: "Lease Blob change"}
	breaks := func(period, answered string) move {
		m := move{operation: "Lease Blob break", leaseTime: answered}
		if period != "" {
			m.f.BreakPeriod = &period
		}
		return m
	}
	in := func(seconds int, m move) move { m.after = time.Duration(seconds) * time.Second; return m }
	tests := []struct {
		name  string
		moves []move
		want  int // nominal seconds after which the lease is over; 0: it has no timer, or is infinite
	}{
		{"acquire", []move{acquire("15")}, 15},
		{"acquire an infinite lease", []move{acquire("-1")}, 0},
		{"renew starts over", []move{acquire("37"), in(20, renew)}, 37},
		{"renew twice", []move{acquire("20"), in(12, renew), in(12, renew)}, 20},
		{"renew an infinite lease", []move{acquire("-1"), renew}, 0},
		{"renew what was acquired anew", []move{acquire("60"), acquire("15"), in(5, renew)}, 15},
		{"renew a lease that was acquired again as an infinite one", []move{acquire("60"), acquire("-1"), in(5, renew)}, 0},
		{"renew what is over", []move{acquire("15"), in(15, renew)}, 15},
		{"change keeps the end", []move{acquire("30"), in(10, change)}, 20},
		{"release", []move{acquire("30"), release}, 0},
		{"renew after release knows no length", []move{acquire("30"), release, renew}, 0},
		{"break at once", []move{acquire("30"), breaks("0", "0")}, 0},
		{"break, as it would have ended", []move{acquire("30"), in(10, breaks("", "20"))}, 20},
		{"break sooner", []move{acquire("30"), in(10, breaks("5", "5"))}, 5},
		{"break later than it ends", []move{acquire("30"), in(10, breaks("60", "20"))}, 20},
		{"break an infinite lease", []move{acquire("-1"), breaks("45", "45")}, 45},
		{"break an infinite lease without a period", []move{acquire("-1"), breaks("", "0")}, 0},
		{"break again, sooner", []move{acquire("-1"), breaks("45", "45"), in(5, breaks("10", "10"))}, 10},
		{"break again, later", []move{acquire("-1"), breaks("45", "45"), in(5, breaks("60", "40"))}, 40},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w, c, blob := leased(true)
			for _, m := range tt.moves {
				if err := w.Time.Pass(t.Context(), m.after); err != nil {
					t.Fatal(err)
				}
				ac := c.answer(w, blob, m.operation, m.f)
				if m.leaseTime != "" {
					ac.Resp.Header.Set("x-ms-lease-time", m.leaseTime)
				}
				Learned(w, w.Cast.Actor("Ann"), ac)
			}
			want := scenario.Remaining{}
			if tt.want > 0 {
				d := time.Duration(tt.want) * time.Second
				want = scenario.Remaining{Least: d, Most: d, Running: true}
			}
			if got := w.Time.Remaining(timer(blob), c.Now(), c.Now()); got != want {
				t.Errorf("left = %+v, want %+v", got, want)
			}
		})
	}
}

func TestAClientLearnsTheLeaseThatItWasGranted(t *testing.T) {
	t.Parallel()
	a, own := idA, "0e0e0e0e-0000-4000-8000-00000000000e"
	tests := []struct {
		name     string
		proposed *string
		granted  string
		wantX    string
	}{
		{"as it was proposed", &a, idA, ""},
		{"made up by the service", nil, own, own},
		{"made up by the client", &own, own, own}, // no letter stands for this id either
		{"none", &a, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w, c, blob := leased(true)
			ann := &scenario.Actor{Name: "Ann", Seen: map[*scenario.Resource]scenario.Memory{}}
			d := "15"
			ac := c.answer(w, blob, "Lease Blob acquire", Fields{ProposedID: tt.proposed, Duration: &d})
			if tt.granted != "" {
				ac.Resp.Header.Set("x-ms-lease-id", tt.granted)
			}
			Learned(w, ann, ac)
			if got := ann.Seen[blob].Token; got != tt.granted {
				t.Errorf("the client was granted %q, want %q", got, tt.granted)
			}
			if got := w.IDs["X"]; got != tt.wantX {
				t.Errorf("lease X is %q, want %q", got, tt.wantX)
			}
			if ac.Left.Running || !w.Time.Remaining(timer(blob), c.Now(), c.Now()).Running {
				t.Errorf("before the act the lease ran %v, now it does not", ac.Left.Running)
			}
		})
	}
}
