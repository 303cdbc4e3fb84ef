package explore_test

import (
	"sync"
	"testing"
	"time"

	"ifmatch/reference/explore"
)

// BenchmarkSchedules counts the schedules of ten requests through azblob that are played in a second. The requirement is
// 2,000 on one core: go test -cpu 1.
func BenchmarkSchedules(b *testing.B) {
	f := func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		if _, err := blobs(t, s, "").CreateContainer(ctx, "data", nil); err != nil {
			t.Error(err)
		}
		var writers sync.WaitGroup
		for _, name := range []string{"ann", "bob"} {
			c := blobs(t, s, name)
			writers.Go(func() {
				for range 5 {
					if _, err := c.UploadBuffer(ctx, "data", name, []byte("x"), nil); err != nil {
						t.Error(err)
					}
				}
			})
		}
		writers.Wait()
	}
	b.ReportAllocs()
	begun, played := time.Now(), 0
	for b.Loop() {
		r := explore.Find(new(testing.T), f, explore.Budget(time.Second), explore.Departures(9))
		if r.Failure != nil {
			b.Fatal(r.Failure.Text)
		}
		played += r.Tried
	}
	b.ReportMetric(float64(played)/time.Since(begun).Seconds(), "schedules/s")
}
