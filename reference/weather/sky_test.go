package weather

import (
	"math"
	"slices"
	"testing"

	"ifmatch/reference/operation"
)

func parsed(t *testing.T, text string) *Sky {
	t.Helper()
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return New(s)
}

func TestSharesAreMet(t *testing.T) {
	t.Parallel()
	const n = 100_000
	s := parsed(t, "seed=3,lose-answer=10%,busy=20%@Put Blob,duplicate=30%,stall=5%:7ms")
	for o, want := range map[operation.Operation]map[Kind]float64{
		operation.PutBlob:   {Clear: 0.65, LoseAnswer: 0.1, Busy: 0.2, Stall: 0.05},
		operation.GetBlob:   {Clear: 0.55, LoseAnswer: 0.1, Duplicate: 0.3, Stall: 0.05},
		operation.PutBlock:  {Clear: 0.85, LoseAnswer: 0.1, Stall: 0.05},
		operation.Count + 1: {Clear: 0.85, LoseAnswer: 0.1, Stall: 0.05},
	} {
		got := map[Kind]int{}
		for range n {
			e := s.Meet(o)
			got[e.Kind]++
			if e.Kind == Stall && e.Held.Milliseconds() != 7 {
				t.Fatalf("held for %s, want 7ms", e.Held)
			}
		}
		for k := range kinds {
			if math.Abs(float64(got[k])/n-want[k]) > 0.01 {
				t.Errorf("%s: %d of %d met %s, want %.0f %%", o, got[k], n, k, want[k]*100)
			}
		}
	}
}

func TestWeatherRepeatsBySeed(t *testing.T) {
	t.Parallel()
	a, again, other := parsed(t, "reset=50%,seed=1"), parsed(t, "reset=50%,seed=1"), parsed(t, "reset=50%,seed=2")
	differ, applied, resets := 0, 0, 0
	for range 2000 {
		x, y, z := a.Meet(operation.PutBlob), again.Meet(operation.PutBlob), other.Meet(operation.PutBlob)
		if x != y {
			t.Fatalf("%v and %v with one seed", x, y)
		}
		if x != z {
			differ++
		}
		if x.Kind == Reset {
			if resets++; x.Applied {
				applied++
			}
		}
	}
	if differ == 0 {
		t.Error("two seeds have the same weather")
	}
	if applied < resets/3 || applied > resets*2/3 {
		t.Errorf("of %d resets %d came after the service had the request, want about half", resets, applied)
	}
}

// TestNextComesOnce checks that requested events meet the operation that they name, in order, and that the weather then
// continues as before.
func TestNextComesOnce(t *testing.T) {
	t.Parallel()
	s := new(Sky)
	for _, k := range []Kind{LoseAnswer, Busy} {
		if err := s.Next(k, "Put Blob"); err != nil {
			t.Fatal(err)
		}
	}
	var got []Kind
	for _, o := range []operation.Operation{operation.GetBlob, operation.PutBlob, operation.PutBlock, operation.PutBlob, operation.PutBlob} {
		got = append(got, s.Meet(o).Kind)
	}
	if want := []Kind{Clear, LoseAnswer, Clear, Busy, Clear}; !slices.Equal(want, got) {
		t.Errorf("want %v, got %v", want, got)
	}
	if s.Waiting() != 0 || s.Met()[LoseAnswer] != 1 || s.Met()[Busy] != 1 {
		t.Errorf("%d are waiting, met was %v", s.Waiting(), s.Met())
	}
	for _, wrong := range []struct {
		kind Kind
		name string
	}{{LoseAnswer, "PutBlob"}, {LoseAnswer, ""}, {Duplicate, "Put Blob"}, {Clear, "Put Blob"}, {kinds, "Put Blob"}, {LoseAnswer, "unrecognized request"}} {
		if err := s.Next(wrong.kind, wrong.name); err == nil {
			t.Errorf("Next(%s, %q) gave no error", wrong.kind, wrong.name)
		}
	}
}

func TestClearSkies(t *testing.T) {
	t.Parallel()
	var none *Sky
	cleared := parsed(t, "reset=100%")
	cleared.Set(Spec{})
	for _, s := range []*Sky{none, new(Sky), cleared, parsed(t, "seed=1"), parsed(t, "reset=0%")} {
		for range 100 {
			if e := s.Meet(operation.PutBlob); e != (Event{}) {
				t.Fatalf("under a clear sky a request met %v", e)
			}
		}
	}
}

func BenchmarkMeet(b *testing.B) {
	s, err := Parse("5%")
	if err != nil {
		b.Fatal(err)
	}
	sky := New(s)
	b.ReportAllocs()
	for b.Loop() {
		sky.Meet(operation.GetBlob)
	}
}
