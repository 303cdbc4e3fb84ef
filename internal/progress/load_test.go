package progress

import (
	"strings"
	"testing"
	"time"
)

func TestAnInterruptionIsAnsweredAtOnceInALog(t *testing.T) {
	t.Parallel()
	for _, live := range []bool{false, true} {
		var out strings.Builder
		l := NewLoad(&out, 80, live, 0)
		l.Announce("interrupted: waiting")
		l.End()
		want := "interrupted: waiting\n"
		if live {
			want = "" // the line is redrawn before long
		}
		if got := out.String(); got != want {
			t.Errorf("on a terminal %t: %q, want %q", live, got, want)
		}
	}
}

func TestTheClockShowsWhatIsLeft(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		total, elapsed time.Duration
		want           string
	}{
		{0, 12 * time.Second, "12 s"},
		{30 * time.Second, 0, "[----------] 0/30 s, 30 s left"},
		{30 * time.Second, 12500 * time.Millisecond, "[####------] 12/30 s, 18 s left"},
		{30 * time.Second, 31 * time.Second, "[##########] 30/30 s, 0 s left"},
	} {
		if got := (&Load{total: tc.total}).clock(tc.elapsed); got != tc.want {
			t.Errorf("%s of %s: %q, want %q", tc.elapsed, tc.total, got, tc.want)
		}
	}
}

func TestALineLosesWholePartsOnly(t *testing.T) {
	t.Parallel()
	parts := []string{"3/10 s", "5,000 req/s", "p99 2.39 ms"}
	for _, tc := range []struct {
		width int
		want  string
	}{
		{0, "3/10 s  5,000 req/s  p99 2.39 ms"}, // a terminal that does not report its width
		{33, "3/10 s  5,000 req/s  p99 2.39 ms"},
		{32, "3/10 s  5,000 req/s"},
		{20, "3/10 s  5,000 req/s"},
		{19, "3/10 s"},
		{5, "3/10"},
	} {
		if got := fitting(parts, "  ", tc.width); got != tc.want {
			t.Errorf("in %d columns: %q, want %q", tc.width, got, tc.want)
		}
	}
}
