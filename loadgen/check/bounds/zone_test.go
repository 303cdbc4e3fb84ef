package bounds

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ifmatch/internal/thorough"
)

// edge is the greatest value of a variable in these tests.
const edge = 5

type point [3]int64 // values of zero and of two variables

func points(z zone) []point {
	var out []point
	for a := range int64(edge + 1) {
		for b := range int64(edge + 1) {
			p := point{0, a, b}
			inside := true
			for i := range 3 {
				for j := range 3 {
					inside = inside && p[i]-p[j] <= z.at(i, j)
				}
			}
			if inside {
				out = append(out, p)
			}
		}
	}
	return out
}

// box is the zone of all points, narrowed by some random limits; false if it is empty.
func box(r *rand.Rand) (zone, [][3]int64, bool) {
	z := nowhere().with(1).with(2)
	ok := z.atLeast(1, 0) && z.atMost(1, edge) && z.atLeast(2, 0) && z.atMost(2, edge)
	var limits [][3]int64
	for range r.IntN(5) {
		l := [3]int64{int64(r.IntN(3)), int64(r.IntN(3)), int64(r.IntN(2*edge) - edge)}
		if l[0] == l[1] {
			continue
		}
		limits = append(limits, l)
		ok = ok && z.limit(int(l[0]), int(l[1]), l[2])
	}
	return z, limits, ok
}

func TestZonesHoldTheirPoints(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 1))
	whole := nowhere().with(1).with(2)
	_ = whole.atLeast(1, 0) && whole.atMost(1, edge) && whole.atLeast(2, 0) && whole.atMost(2, edge)
	for range 5000 {
		z, limits, ok := box(r)
		var want []point
		for _, p := range points(whole) {
			if !slices.ContainsFunc(limits, func(l [3]int64) bool { return p[l[0]]-p[l[1]] > l[2] }) {
				want = append(want, p)
			}
		}
		if ok != (len(want) > 0) {
			t.Fatalf("limits %v: got empty %v, want %d points", limits, !ok, len(want))
		}
		if !ok {
			continue
		}
		if got := points(z); !slices.Equal(got, want) {
			t.Fatalf("limits %v: got %v, want %v", limits, got, want)
		}
		low, high := want[0][2], want[0][2]
		for _, p := range want {
			low, high = min(low, p[2]), max(high, p[2])
		}
		if rest := z.without(1); rest.min(1) != low || rest.max(1) != high {
			t.Fatalf("limits %v without the first variable: got %d to %d, want %d to %d", limits, rest.min(1), rest.max(1), low, high)
		}
	}
}

func TestUnionHoldsNothingElse(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 2))
	joined := 0
	for range 20000 {
		y, _, ok := box(r)
		z, _, ok2 := box(r)
		if !ok || !ok2 {
			continue
		}
		either := map[point]bool{}
		for _, p := range append(points(y), points(z)...) {
			either[p] = true
		}
		hull, exact := y.union(z)
		all := points(hull)
		for p := range either {
			if !slices.Contains(all, p) {
				t.Fatalf("the union of %v and %v lacks %v", y.m, z.m, p)
			}
		}
		if exact != (len(all) == len(either)) {
			t.Fatalf("the union of %v and %v: got exact %v, but it holds %d points and they %d", y.m, z.m, exact, len(all), len(either))
		}
		if exact {
			joined++
		}
	}
	if joined == 0 {
		t.Error("no two zones were one")
	}
}
