package guid_test

import (
	"testing"

	"ifmatch/reference/guid"
)

func TestSourcesOfOneSeedAgree(t *testing.T) {
	t.Parallel()
	a, b, c := guid.NewSource(7), guid.NewSource(7), guid.NewSource(8)
	seen := map[guid.GUID]bool{}
	for range 1000 {
		x, y, z := a.Next(), b.Next(), c.Next()
		if x != y {
			t.Fatalf("two sources of seed 7 give %s and %s", x, y)
		}
		if seen[x] || seen[z] {
			t.Fatalf("%s or %s came twice", x, z)
		}
		seen[x], seen[z] = true, true
	}
}

func TestSourcesWithoutSeedDiffer(t *testing.T) {
	t.Parallel()
	if a, b := guid.NewSource(0).Next(), guid.NewSource(0).Next(); a == b {
		t.Errorf("two sources without a seed both give %s", a)
	}
}

func BenchmarkNext(b *testing.B) {
	s := guid.NewSource(1)
	for b.Loop() {
		s.Next()
	}
}
