package mutate

import (
	"hash/fnv"
	"math/rand/v2"
)

// oneIn is the share of faults, one in so many, of which one failed case is run again alone although
// the fault is not shown to the whole suite: some 300 of the catalogue.
const oneIn = 6

// chosen reports whether a fault is one of those.
func chosen(fault string, seed int64) bool { return random(fault, seed).IntN(oneIn) == 0 }

// random draws for one fault.
func random(fault string, seed int64) *rand.Rand {
	name := fnv.New64a()
	name.Write([]byte(fault))
	return rand.New(rand.NewPCG(uint64(seed), name.Sum64()))
}

// draw picks n of the failed cases of a fault; all if n is negative.
func draw(ids []string, n int, seed int64, fault string) []string {
	if n < 0 || len(ids) <= n {
		return ids
	}
	random(fault, seed).Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids[:n]
}
