package pace

import (
	"math"
	"slices"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text  string
		want  string
		at    time.Duration
		rate  float64
		total int64 // due within 10 s
	}{
		{"2000", "2,000/s", time.Second, 2000, 20000},
		{"1234.5", "1,234.5/s", time.Second, 1234.5, 12345},
		{"0.5", "0.5/s", time.Second, 0.5, 5},
		{"100..300", "a ramp from 100/s to 300/s", 5 * time.Second, 200, 2000},
		{"300..100", "a ramp from 300/s to 100/s", 10 * time.Second, 100, 2000},
		{"100,200", "steps of 100/s, 200/s", 7 * time.Second, 200, 1500},
		{"spike:100:1000:2s:500ms", "100/s with a spike of 1,000/s after 2 s for 500 ms", 2200 * time.Millisecond, 1000, 1450},
		{"sine:100:50:10s", "100/s swinging by 50/s every 10 s", 2500 * time.Millisecond, 150, 1000},
	} {
		s, err := Parse(tc.text, 10*time.Second)
		if err != nil {
			t.Errorf("Parse(%q): %v", tc.text, err)
			continue
		}
		if s.String() != tc.want {
			t.Errorf("Parse(%q) = %q, want %q", tc.text, s, tc.want)
		}
		if got := s.Rate(tc.at); math.Abs(got-tc.rate) > 1e-6 {
			t.Errorf("Parse(%q).Rate(%s) = %v, want %v", tc.text, tc.at, got, tc.rate)
		}
		p := NewPacer(s, 10*time.Second, 0, nil)
		if got := p.Requested(time.Hour); got != tc.total {
			t.Errorf("%q asks for %d exchanges in 10 s, want %d", tc.text, got, tc.total)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "0", "-1", "NaN", "Inf", "1e9", "a", "1..", "..1", "1,,2", "spike:1:2:3s", "spike:1:2:x:1s", "spike:1:2:-1s:1s", "spike:1:2:1s:1s", "spike:1:2:5s:1s",
		"sine:1:2:1s", "sine:2:1:0s", "sine:2:1", "square:1:2", "1..2..3"} {
		if s, err := Parse(text, time.Second); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", text, s)
		}
	}
	if _, err := Parse("spike:1:2:1h:1s", 0); err != nil {
		t.Errorf("a spike in a run of unknown duration: %v", err)
	}
	for _, text := range []string{"1..2", "1,2"} {
		if _, err := Parse(text, 0); err == nil {
			t.Errorf("Parse(%q) without a duration: want an error", text)
		}
	}
}

// shapes returns one shape of each kind.
func shapes() []Shape {
	out := []Shape{
		Constant(2000), Constant(0.3), Ramp(10, 5000, 3*time.Second), Ramp(5000, 10, 3*time.Second), Ramp(10, 10.000001, time.Hour),
		Steps([]float64{1, 1000, 10}, 3*time.Second), Spike(100, 9000, time.Second, 300*time.Millisecond), Sine(1000, 999, 700*time.Millisecond),
	}
	for _, s := range out {
		out = append(out, Delayed(s, 1300*time.Millisecond))
	}
	return out
}

func TestAtIsTheInverseOfDue(t *testing.T) {
	t.Parallel()
	for _, s := range shapes() {
		last := time.Duration(-1)
		for n := int64(0); n < 20000; n = n*5/4 + 1 {
			at := s.At(n)
			if at < last {
				t.Fatalf("%v: exchange %d is due at %s, before the one before it", s, n, at)
			}
			last = at
			if at > 100*time.Hour {
				break
			}
			// Rounding loses the exchanges of about a nanosecond.
			if due := s.Due(at); math.Abs(due-float64(n)) > 1e-3+s.Rate(at)*2e-9 && !(due > float64(n) && due-float64(n) < 1) {
				t.Fatalf("%v: %v are due before exchange %d at %s", s, due, n, at)
			}
		}
	}
}

// TestSharesAreTheWhole divides shapes into shares. Together they send each exchange once, at its time, and the counts
// requested by their pacers add up.
func TestSharesAreTheWhole(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"100", "10..200", "50,100,20", "spike:10:300:300ms:200ms", "sine:100:50:500ms"} {
		whole, err := Parse(text, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 2, 3, 7} {
			var sent []time.Duration
			requested := int64(0)
			for i := range n {
				p := NewPacer(Share(whole, i, n), time.Second, 0, nil)
				mine := p.Requested(time.Second)
				requested += mine
				for k := range mine {
					sent = append(sent, p.Intended(k))
				}
				if got, want := p.Rate(300*time.Millisecond)*float64(n), whole.Rate(300*time.Millisecond); math.Abs(got-want) > 1e-6 {
					t.Errorf("%s: %d parts have a rate of %g, the whole of %g", text, n, got, want)
				}
			}
			slices.Sort(sent)
			all := NewPacer(whole, time.Second, 0, nil)
			if want := all.Requested(time.Second); requested != want {
				t.Errorf("%s in %d parts: %d exchanges, want %d", text, n, requested, want)
				continue
			}
			for k, at := range sent {
				if want := all.Intended(int64(k)); at != want {
					t.Errorf("%s in %d parts: exchange %d at %s, want %s", text, n, k, at, want)
					break
				}
			}
		}
	}
}

func TestPacerFollowsTheSchedule(t *testing.T) {
	t.Parallel()
	for _, s := range shapes() {
		var clock time.Duration
		p := NewPacer(s, 4*time.Second, 0, func() time.Duration { return clock })
		p.sleep = func(d time.Duration) { clock += d }
		var hits uint64
		for {
			wait, stop := p.Pace(clock, hits)
			if stop {
				break
			}
			if wait != 0 {
				t.Fatalf("%v: Pace asks its caller to wait %s", s, wait)
			}
			if clock < p.Intended(int64(hits)) {
				t.Fatalf("%v: exchange %d is released at %s, before it is due", s, hits, clock)
			}
			hits++
		}
		if want := p.Requested(4 * time.Second); int64(hits) != want {
			t.Errorf("%v: released %d exchanges, want %d", s, hits, want)
		}
	}
}

func TestPacerStops(t *testing.T) {
	t.Parallel()
	var clock time.Duration
	now := func() time.Duration { clock += time.Millisecond; return clock }
	closed := NewPacer(nil, 0, 5, now)
	for hits, want := range []bool{false, false, false, false, false, true} {
		if _, stop := closed.Pace(0, uint64(hits)); stop != want {
			t.Errorf("closed loop of 5: Pace after %d = %v, want %v", hits, stop, want)
		}
	}
	timed := NewPacer(nil, 10*time.Second, 0, now)
	if _, stop := timed.Pace(0, 1e9); stop {
		t.Error("a closed loop with time left is over")
	}
	timed.Stop()
	if _, stop := timed.Pace(0, 0); !stop {
		t.Error("a stopped pacer goes on")
	}
	slow := NewPacer(Constant(0.01), time.Hour, 0, now)
	slow.sleep = func(time.Duration) { slow.Stop() }
	if _, stop := slow.Pace(0, 1); !stop {
		t.Error("a pacer that was stopped in its sleep goes on")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"2000", "1..9", "1,2,3", "spike:1:2:3s:4s", "sine:3:1:2s", "::", ",", "1e5..1"} {
		f.Add(s, int64(time.Second))
	}
	f.Fuzz(func(t *testing.T, text string, d int64) {
		s, err := Parse(text, time.Duration(d))
		if err != nil {
			return
		}
		for _, n := range []int64{0, 1, 1000} {
			if at := s.At(n); at < 0 {
				t.Errorf("Parse(%q, %d): exchange %d is due at %d", text, d, n, at)
			}
		}
		if !(s.Rate(0) > 0) {
			t.Errorf("Parse(%q, %d) has the rate %v", text, d, s.Rate(0))
		}
	})
}

func BenchmarkPace(b *testing.B) {
	for _, s := range []Shape{Constant(1e6), Ramp(1, 1e6, time.Hour), Sine(1e5, 1e4, time.Second)} {
		b.Run(s.String(), func(b *testing.B) {
			p := NewPacer(s, 0, 0, func() time.Duration { return math.MaxInt64 })
			for i := range b.N {
				p.Pace(0, uint64(i))
			}
		})
	}
}
