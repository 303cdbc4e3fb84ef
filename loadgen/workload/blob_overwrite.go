package workload

// blob-overwrite is the service's default, last writer wins: actors replace blobs
// without any condition. They also read them, half of the time with If-None-Match
// and the version that they saw last.
//
// Invariant: no read is torn or stale. A body is exactly one that an actor wrote.
// Every read after an acknowledged write sees it or a later one. A 304 comes only
// while the named version is the current one.

import (
	"math/rand/v2"

	"ifmatch/internal/target"
)

var blobOverwrite = Workload{
	Name:       "blob-overwrite",
	Sentence:   "replace blobs without conditions, and read them with and without If-None-Match",
	Invariant:  "the last writer wins, and no read is torn or stale",
	Attempt:    "a Put Blob",
	Commit:     "a Put Blob that was answered with success",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 8, Reads: 0.9, Size: 4096},
	Heeds:      heeds(),
	Operations: []string{"Get Blob", "Put Blob"},
	Needs:      []string{"overwrites", "reads"},
	New: onBlobs(func(s *blobSet, _ int, rng *rand.Rand) Actor {
		return &mixedActor{blobActor: s.actor(rng), overwrites: true}
	}),
}
