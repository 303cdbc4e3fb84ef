package words

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseETags(t *testing.T) {
	t.Parallel()
	got, err := ParseETags("weak current | unquoted stale | *")
	want := []ETag{{Word: "current", Weak: true}, {Word: "stale", Unquoted: true}, {Word: "*"}}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("ParseETags: err %v, -want +got:\n%s", err, d)
	}
	if got, err := ParseETags(Absent); got != nil || err != nil {
		t.Errorf("ParseETags(absent) = %v, %v, want none", got, err)
	}
	for _, s := range []string{"", "current stale", "old", "weak", "current |", "absent | current"} {
		if got, err := ParseETags(s); err == nil {
			t.Errorf("ParseETags(%q) = %v, want an error", s, got)
		}
	}
}

func TestParseDate(t *testing.T) {
	t.Parallel()
	for _, s := range append([]string{Absent}, Dates...) {
		if got, err := ParseDate(s); got != s || err != nil {
			t.Errorf("ParseDate(%q) = %q, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "noon", "current", "Same", "same later"} {
		if got, err := ParseDate(s); err == nil {
			t.Errorf("ParseDate(%q) = %q, want an error", s, got)
		}
	}
}

func TestMeets(t *testing.T) {
	t.Parallel()
	for header, want := range map[string][2]string{
		"If-Match":            {"current", "stale"},
		"If-None-Match":       {"stale", "current"},
		"If-Modified-Since":   {Earlier, Same},
		"If-Unmodified-Since": {Same, Earlier},
	} {
		if got := [2]string{Meets(header, Met), Meets(header, Unmet)}; got != want {
			t.Errorf("%s is met and unmet by %v, want %v", header, got, want)
		}
		if got := Meets(header, "remembered"); got != "remembered" {
			t.Errorf("Meets(%q, remembered) = %q", header, got)
		}
	}
}
