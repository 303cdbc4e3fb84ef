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
			w, there := want[n]
			if !there {
				w = -1
			}
			if id := got.Get(n.of, n.what); id != w {
				t.Fatalf("seed %d: Get(%v) = %d, want %d", seed, n, id, w)
			}
		}
		if id := got.Get(1, 0); id != -1 {
			t.Errorf("0 is %d", id)
		}
	}
}
