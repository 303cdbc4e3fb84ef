package serving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"ifmatch/internal/exit"
	"ifmatch/reference"
	"ifmatch/reference/disk"
)

// Kept are the folders that servers keep their data in.
type Kept []*disk.Disk

// Keep lets servers find what is kept in a location, and keep their data there; with sync, what is acknowledged survives a
// loss of power. Without a location it does nothing. The data of an account is in a folder of its own.
func Keep(location string, sync bool, stderr io.Writer, servers ...*reference.Server) (all Kept, err error) {
	if location == "" {
		return nil, nil
	}
	for _, s := range servers {
		folder := filepath.Join(location, "ifmatch-"+url.PathEscape(s.Account()))
		d, err := disk.Open(folder, s.Book(), disk.Options{
			Sync:   sync,
			Notice: func(text string) { fmt.Fprintln(stderr, "ifmatch:", text) },
		})
		if err != nil {
			all.Close(stderr)
			hint := ""
			if errors.Is(err, os.ErrPermission) {
				hint = "--location must be a folder that this user may write"
			}
			return nil, exit.Unclear(hint, err)
		}
		all = append(all, d)
		fmt.Fprintf(stderr, "data is kept in %s\n", folder)
	}
	return all, nil
}

// Close closes the folders, after the last request.
func (k Kept) Close(stderr io.Writer) {
	for _, d := range k {
		if err := d.Close(); err != nil {
			fmt.Fprintln(stderr, "ifmatch:", err)
		}
	}
}

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
