package wire

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

func TestGateLetsUrgentCallersGoFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := NewGate(1)
		if err := g.Enter(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		var order []string
		for _, c := range []struct {
			name   string
			urgent bool
		}{{"patient 1", false}, {"patient 2", false}, {"urgent 1", true}, {"urgent 2", true}} {
			go func() {
				if err := g.Enter(t.Context(), c.urgent); err != nil {
					t.Error(err)
				}
				order = append(order, c.name) // only one caller is inside
				g.Leave()
			}()
			synctest.Wait()
		}
		g.Leave()
		synctest.Wait()
		if diff := cmp.Diff([]string{"urgent 1", "urgent 2", "patient 1", "patient 2"}, order); diff != "" {
			t.Errorf("order of entry (-want +got):\n%s", diff)
		}
	})
}

func TestGateGivesUpWhenTheContextEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := NewGate(1)
		if err := g.Enter(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() { left <- g.Enter(ctx, true) }()
		synctest.Wait()
		cancel()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("Enter after cancel = %v, want context.Canceled", err)
		}
		if err := g.Enter(ctx, true); !errors.Is(err, context.Canceled) {
			t.Errorf("Enter with a dead context = %v, want context.Canceled", err)
		}
		g.Leave()
		if err := g.Enter(t.Context(), false); err != nil {
			t.Errorf("the slot was lost: Enter = %v", err)
		}
	})
}

func TestGateNeverExceedsItsSize(t *testing.T) {
	t.Parallel()
	for _, size := range []int{-1, 1, 3} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			g := NewGate(size)
			var inside, peak atomic.Int64
			var wg sync.WaitGroup
			for i := range 64 {
				wg.Go(func() {
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					if i%5 == 0 {
						go cancel() // races with the hand-over
					}
					if g.Enter(ctx, i%3 == 0) != nil {
						return
					}
					peak.Store(max(peak.Load(), inside.Add(1)))
					inside.Add(-1)
					g.Leave()
				})
			}
			wg.Wait()
			if got, want := peak.Load(), int64(max(size, 1)); got > want {
				t.Errorf("%d callers were inside, want at most %d", got, want)
			}
			for range max(size, 1) { // every slot came back
				if err := g.Enter(t.Context(), false); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestGateRefusesALeaveWithoutEnter(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("Leave without Enter did not panic")
		}
	}()
	NewGate(2).Leave()
}
