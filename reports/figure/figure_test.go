package figure_test

import (
	"math"
	"testing"
	"time"

	"ifmatch/reports/figure"
)

func TestFigures(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ got, want string }{
		{figure.Duration(0), "0"},
		{figure.Duration(123), "123 ns"},
		{figure.Duration(999), "999 ns"},
		{figure.Duration(1), "1 ns"},
		{figure.Duration(time.Hour), "3,600 s"},
		{figure.Duration(240_400), "240 µs"},
		{figure.Duration(999_499), "999 µs"},
		{figure.Duration(999_600), "1 ms"},
		{figure.Duration(3_124_000), "3.12 ms"},
		{figure.Duration(41_260_000), "41.3 ms"},
		{figure.Duration(999_600_000), "1 s"},
		{figure.Duration(90 * time.Second), "90 s"},
		{figure.Duration(-2 * time.Millisecond), "-2 ms"},
		{figure.Count(0), "0"},
		{figure.Count(999), "999"},
		{figure.Count(152_331), "152,331"},
		{figure.Count(-1_000_000), "-1,000,000"},
		{figure.Count(math.MinInt64), "-9,223,372,036,854,775,808"},
		{figure.Number(1_590.4), "1,590"},
		{figure.Number(999.6), "1,000"},
		{figure.Number(17.34), "17.3"},
		{figure.Number(.97234), "0.972"},
		{figure.Number(1), "1"},
		{figure.Number(math.NaN()), "?"},
		{figure.Share(.9421), "94.2 %"},
		{figure.Share(0), "0 %"},
		{figure.Share(.0001), "<0.1 %"},
		{figure.Share(.99999), ">99.9 %"},
		{figure.Share(1), "100 %"},
		{figure.Seconds(.0812), "81.2 ms"},
		{figure.Plural(1, "key"), "1 key"},
		{figure.Plural(1234, "key"), "1,234 keys"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}
