package etag_test

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/reference/etag"
)

func TestStampsGrowAlsoWhenTheClockDoesNot(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	var s etag.Source
	var last etag.Stamp
	for i, now := range []time.Time{noon, noon, noon.Add(50), noon.Add(-time.Hour), noon.Add(time.Second), noon} {
		got := s.Next(now)
		if !got.At.After(last.At) || got.ETag <= last.ETag {
			t.Errorf("stamp %d at %v = %v, not after %v", i, now, got, last)
		}
		if got.Modified != got.At.Truncate(time.Second) || got.HTTPDate != etag.HTTPDate(got.At) {
			t.Errorf("stamp %d: Modified %v and HTTPDate %s do not belong to %v", i, got.Modified, got.HTTPDate, got.At)
		}
		last = got
	}
}

func TestForm(t *testing.T) {
	t.Parallel()
	var s etag.Source
	got := s.Next(time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC))
	if !regexp.MustCompile(`^"0x8D[0-9A-F]{13}"$`).MatchString(got.ETag) {
		t.Errorf("ETag = %s, want the service's form", got.ETag)
	}
	if got.Unquoted() != got.ETag[1:len(got.ETag)-1] {
		t.Errorf("Unquoted() = %s of %s", got.Unquoted(), got.ETag)
	}
	if got.HTTPDate != "Wed, 04 Mar 2026 12:00:00 GMT" {
		t.Errorf("HTTPDate = %s", got.HTTPDate)
	}
}

func TestStampsNeverRepeatUnderContention(t *testing.T) {
	t.Parallel()
	var s etag.Source
	now := time.Unix(1_800_000_000, 0)
	const workers, each = 8, 1000
	seen := make([]map[string]bool, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			seen[w] = make(map[string]bool, each)
			for range each {
				seen[w][s.Next(now).ETag] = true
			}
		})
	}
	wg.Wait()
	all := make(map[string]bool)
	for _, m := range seen {
		for e := range m {
			all[e] = true
		}
	}
	if len(all) != workers*each {
		t.Errorf("%d different ETags of %d issued", len(all), workers*each)
	}
}

func BenchmarkNext(b *testing.B) {
	var s etag.Source
	now := time.Unix(1_800_000_000, 0)
	b.ReportAllocs()
	for b.Loop() {
		s.Next(now)
	}
}

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
