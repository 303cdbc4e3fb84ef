package ordered_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"ifmatch/reference/store/ordered"
)

// contents lists a map, starting at a key or after it.
func contents(m ordered.Map[int], from string) []string {
	var list []string
	m.Ascend(from, func(key string, value int) bool {
		list = append(list, fmt.Sprintf("%s=%d", key, value))
		return true
	})
	return list
}

// want returns the expected contents, from a Go map.
func want(m map[string]int, from string) []string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if key >= from {
			list = append(list, fmt.Sprintf("%s=%d", key, m[key]))
		}
	}
	return list
}

func TestAgainstAMapThatChanges(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 7))
		var m ordered.Map[int]
		model := map[string]int{}
		for i := range 2000 {
			key := fmt.Sprintf("k%03d", random.IntN(300))
			if random.IntN(3) == 0 {
				m = m.Without(key)
				delete(model, key)
			} else {
				m = m.With(key, i)
				model[key] = i
			}
			got, found := m.Get(key)
			if value, there := model[key]; found != there || got != value {
				t.Fatalf("seed %d, step %d: Get(%s) = %d, %t, want %d, %t", seed, i, key, got, found, value, there)
			}
			if m.Len() != len(model) {
				t.Fatalf("seed %d, step %d: %d keys, want %d", seed, i, m.Len(), len(model))
			}
		}
		for _, from := range []string{"", "k150", "k150x", "z"} {
			if !reflect.DeepEqual(want(model, from), contents(m, from)) {
				t.Fatalf("seed %d, from %q: want %+v, got %+v", seed, from, want(model, from), contents(m, from))
			}
		}
	}
}

func TestOlderVersionsStay(t *testing.T) {
	t.Parallel()
	var versions []ordered.Map[int]
	var m ordered.Map[int]
	for i := range 200 {
		versions = append(versions, m)
		m = m.With(fmt.Sprintf("k%03d", i*37%200), i)
	}
	for i := range 200 {
		m = m.Without(fmt.Sprintf("k%03d", i))
	}
	if m.Len() != 0 || len(contents(m, "")) != 0 {
		t.Errorf("what is left: %v", contents(m, ""))
	}
	for n, v := range versions {
		if got := len(contents(v, "")); got != n || v.Len() != n {
			t.Errorf("version %d holds %d keys", n, got)
		}
	}
}

func TestAscendStops(t *testing.T) {
	t.Parallel()
	var m ordered.Map[int]
	for i := range 100 {
		m = m.With(fmt.Sprintf("k%02d", i), i)
	}
	var seen []int
	m.Ascend("k10", func(_ string, v int) bool {
		seen = append(seen, v)
		return len(seen) < 3
	})
	if !reflect.DeepEqual([]int{10, 11, 12}, seen) {
		t.Errorf("visited: want %+v, got %+v", []int{10, 11, 12}, seen)
	}
}

func big() (m ordered.Map[int], keys []string) {
	for i := range 100_000 {
		keys = append(keys, fmt.Sprintf("row-%06d", i))
		m = m.With(keys[i], i)
	}
	return m, keys
}

func BenchmarkGetAmong100000(b *testing.B) {
	m, keys := big()
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		m.Get(keys[i*7919%len(keys)])
	}
}

func BenchmarkWithAmong100000(b *testing.B) {
	m, keys := big()
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		m.With(keys[i*7919%len(keys)], i)
	}
}
