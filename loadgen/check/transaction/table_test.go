package transaction

import (
	"math/rand/v2"
	"testing"
)

func TestTableIsAMap(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(seed(t), 3))
	for range 20 {
		got, want := newTable(rng.IntN(50)), map[name]int32{}
		for range 3000 {
			n := name{rng.Uint64N(400) << (8 * rng.IntN(6)), uint32(rng.IntN(3))}
			if rng.IntN(2) == 0 {
				v := int32(rng.IntN(1000))
				got.set(n, v)
				want[n] = v
			}
			v, ok := got.get(n)
			if w, there := want[n]; ok != there || ok && v != w {
				t.Fatalf("get(%v) = %d %v, want %d %v", n, v, ok, w, there)
			}
		}
	}
}
