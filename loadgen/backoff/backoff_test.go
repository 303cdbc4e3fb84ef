package backoff

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"none", "fixed:5ms", "exponential:1ms:1s"} {
		p, err := Parse(text)
		if err != nil || p.String() != text {
			t.Errorf("Parse(%q) = %q, %v", text, p, err)
		}
	}
	for _, text := range []string{"", "none:1s", "fixed", "fixed:", "fixed:0s", "fixed:-1s", "fixed:1s:2s", "exponential:1s", "exponential:2s:1s", "exponential:1ms:2h", "linear:1s", "fixed:5"} {
		if p, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %q, want an error", text, p)
		}
	}
}

func TestWait(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text  string
		lost  int
		bound time.Duration // upper bound of every wait
		mean  time.Duration
	}{
		{"none", 7, 0, 0},
		{"fixed:5ms", 1, 5 * time.Millisecond, 5 * time.Millisecond},
		{"fixed:5ms", 100, 5 * time.Millisecond, 5 * time.Millisecond},
		{"exponential:1ms:1s", 1, time.Millisecond, 500 * time.Microsecond},
		{"exponential:1ms:1s", 4, 8 * time.Millisecond, 4 * time.Millisecond},
		{"exponential:1ms:1s", 1000, time.Second, 500 * time.Millisecond},
		{"exponential:1h:1h", 50, time.Hour, 30 * time.Minute},
	} {
		p, err := Parse(tc.text)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		var sum time.Duration
		const n = 4000
		for range n {
			d := p.Wait(tc.lost, rng)
			if d < 0 || d > tc.bound {
				t.Fatalf("%s after %d: waits %s, want at most %s", tc.text, tc.lost, d, tc.bound)
			}
			sum += d / n
		}
		if diff := sum - tc.mean; diff < -tc.mean/20-time.Microsecond || diff > tc.mean/20 {
			t.Errorf("%s after %d: waits %s on average, want %s", tc.text, tc.lost, sum, tc.mean)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"none", "fixed:5ms", "exponential:1ms:1s", "::"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(p.String())
		if err != nil || again != p {
			t.Errorf("Parse(%q) = %q, which reads back as %q, %v", text, p, again, err)
		}
	})
}
