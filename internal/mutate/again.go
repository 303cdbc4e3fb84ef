package mutate

import (
	"hash/fnv"
	"math/rand/v2"
)

// draw picks n of the failed cases of a fault; all if n is negative.
func draw(ids []string, n int, seed int64, fault string) []string {
	if n < 0 || len(ids) <= n {
		return ids
	}
	name := fnv.New64a()
	name.Write([]byte(fault))
	random := rand.New(rand.NewPCG(uint64(seed), name.Sum64()))
	random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids[:n]
}
