package table

import (
	"math/rand/v2"
	"testing"
)

func TestTableIsAMap(t *testing.T) {
	t.Parallel()
	type name struct {
		of   uint32
		what uint64
	}
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 3))
		got, want := New(rng.IntN(50)), map[name]int32{}
		for range 3000 {
			n := name{uint32(rng.IntN(3)), (1 + rng.Uint64N(400)) << (8 * rng.IntN(6))}
			if rng.IntN(2) == 0 {
				id := int32(rng.IntN(1000))
				got.Set(n.of, n.what, id)
				want[n] = id
			}
			id, ok := got.Get(n.of, n.what)
			if w, there := want[n]; ok != there || id != w {
				t.Fatalf("seed %d: Get(%v) = %d %v, want %d %v", seed, n, id, ok, w, there)
			}
		}
		if id, ok := got.Get(1, 0); ok {
			t.Errorf("0 is %d", id)
		}
	}
}
