package etag_test

import (
	"strings"
	"testing"
	"time"

	"ifmatch/reference/etag"
)

func TestEntity(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for _, c := range []struct {
		after time.Duration
		want  string
	}{
		{0, `W/"datetime'2026-03-04T05%3A06%3A07Z'"`},
		{100, `W/"datetime'2026-03-04T05%3A06%3A07.0000001Z'"`},
		{513137 * time.Microsecond, `W/"datetime'2026-03-04T05%3A06%3A07.513137Z'"`},
		{500 * time.Millisecond, `W/"datetime'2026-03-04T05%3A06%3A07.5Z'"`},
	} {
		if got := etag.Entity(at.Add(c.after)); got != c.want {
			t.Errorf("Entity(%v) = %s, want %s", at.Add(c.after), got, c.want)
		}
	}
}

func TestInstantsGrowWhileTheClockStands(t *testing.T) {
	t.Parallel()
	var s etag.Source
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	last := s.Instant(now)
	for range 1000 {
		next := s.Instant(now)
		if next.Sub(last) < 100*time.Nanosecond {
			t.Fatalf("%v follows %v", next, last)
		}
		if etag.Entity(next) == etag.Entity(last) || strings.Contains(etag.Entity(next), ":") {
			t.Fatalf("ETag %s after %s", etag.Entity(next), etag.Entity(last))
		}
		last = next
	}
	if earlier := s.Instant(now.Add(-time.Hour)); !earlier.After(last) {
		t.Errorf("a clock that went back: %v follows %v", earlier, last)
	}
}
