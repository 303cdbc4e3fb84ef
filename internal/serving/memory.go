package serving

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// A server that held much data and deleted it should give the memory back. The runtime would collect when as much again is
// allocated, which a server that only deletes never does, and then return memory slowly.
const (
	releaseEvery = 2 * time.Second
	releaseLast  = 10 * time.Second // the longest pause: a busy machine makes the work look long
	releaseShare = 20               // otherwise one part in so many of the time is spent on it, at most
	releaseFrom  = 40 << 20         // bytes of heap below which it is not worth it
	releaseAfter = 20               // objects allocated meanwhile: fewer than one request needs, and more than this loop does
)

// ReleaseMemory gives memory back to the system until ctx ends, whenever requests have been answered.
func ReleaseMemory(ctx context.Context) {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:objects"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	last, wait := uint64(0), releaseEvery
	again := time.NewTimer(wait)
	defer again.Stop()
	for ; ; again.Reset(wait) {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		}
		metrics.Read(samples)
		allocated, held := samples[0].Value.Uint64(), samples[1].Value.Uint64()+samples[2].Value.Uint64()
		if allocated-last < releaseAfter || held < releaseFrom {
			wait = releaseEvery
			continue
		}
		began := time.Now()
		debug.FreeOSMemory()
		metrics.Read(samples[:1])
		last, wait = samples[0].Value.Uint64(), min(max(releaseEvery, releaseShare*time.Since(began)), releaseLast)
	}
}
