package progress

import (
	"testing"
)

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
