package steps_test

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"weak"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// remembered is a target that knows which of its sessions are still reachable.
type remembered struct {
	target.Target
	mu       sync.Mutex
	sessions []weak.Pointer[target.Session]
}

func (r *remembered) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := r.Target.Session(ctx, name)
	if err == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.sessions = append(r.sessions, weak.Make(s))
	}
	return s, err
}

func (r *remembered) alive() (n int) {
	runtime.GC()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.sessions {
		if s.Value() != nil {
			n++
		}
	}
	return n
}

// TestACaseThatEndedIsForgotten: each case holds a server and all its exchanges, and there
// are thousands of cases.
func TestACaseThatEndedIsForgotten(t *testing.T) {
	t.Parallel()
	r := &remembered{Target: embedded.New(embedded.Options{})}
	done, most := 0, 0
	if _, err := steps.Run(t.Context(), steps.Config{Target: r, Plan: choose(t, plan.Selection{Select: []string{"BLOB-TAB-*"}}), Progress: func(steps.Progress) {
		if done++; done%100 == 0 {
			most = max(most, r.alive())
		}
	}}); err != nil {
		t.Fatal(err)
	}
	if limit := 4*runtime.GOMAXPROCS(0) + 10; done < 200 || most > limit {
		t.Errorf("after %d cases %d of them were held, want at most %d", done, most, limit)
	}
}
