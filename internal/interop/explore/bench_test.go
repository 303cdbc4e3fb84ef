package explore_test

import (
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"

	"ifmatch/reference/explore"
	"ifmatch/reference/explore/hazard"
)

// BenchmarkSchedules counts the schedules of ten requests through azblob that are played in a second of the processor's
// time, which other programs on the machine do not use up. The requirement is 2,000 on one core: go test -cpu 1.
func BenchmarkSchedules(b *testing.B) {
	f := func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		ann, bob := blobs(t, s, "ann"), blobs(t, s, "bob")
		_, err := ann.CreateContainer(ctx, containerName, nil)
		must(t, err)
		var writers sync.WaitGroup
		for c, requests := range map[*azblob.Client]int{ann: 4, bob: 5} {
			writers.Go(func() {
				for range requests {
					must(t, write(ctx, c, "blob", "text", nil))
				}
			})
		}
		writers.Wait()
	}
	b.ReportAllocs()
	begun, played := processorTime(b), 0
	for b.Loop() {
		r := explore.Find(new(testing.T), f, explore.Budget(time.Second), explore.Allow(hazard.Kinds()...))
		if r.Failure != nil {
			b.Fatal(r.Failure.Text)
		}
		played += r.Tried
	}
	b.ReportMetric(float64(played)/(processorTime(b)-begun).Seconds(), "schedules/cpu-s")
}

// processorTime returns how long the processor has worked for this process.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
