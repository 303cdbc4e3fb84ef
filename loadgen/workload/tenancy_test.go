package workload

import (
	"math/rand/v2"
	"testing"
	"time"

	"ifmatch/loadgen/history"
)

// TestLocksAreStoppedInTurn: at a lock that is stopped, all tenants of a run gather. So others go on meanwhile, and all do
// afterwards for as long.
func TestLocksAreStoppedInTurn(t *testing.T) {
	t.Parallel()
	const patience = 2 * time.Second
	var now time.Duration
	env := Env{Book: history.NewDictionary("5f3a1b2c"), Options: Options{Lease: 15 * patience}, Now: func() int64 { return int64(now) }}
	set := newLockSet(&env, "Blob", "", &resource{path: "/a"}, &resource{path: "/b"})
	tenants := make([]tenant, 2)
	for i := range tenants {
		tenants[i] = set.tenant(rand.New(rand.NewPCG(1, uint64(i))), 0)
		tenants[i].lock = set.locks[i]
	}
	stop := func(at time.Duration, who int, want bool) {
		t.Helper()
		if now = at; tenants[who].troublesome(forsaken*int64(patience)) != want {
			t.Errorf("after %s tenant %d may stop its lock: %t, want %t", at, who, !want, want)
		}
	}
	stop(0, 0, false)
	stop(patience-1, 1, false)
	stop(patience, 0, true)
	stop(patience+1, 0, false)
	stop(2*patience, 1, false)
	now = 4 * patience
	tenants[0].enter() // the lock was stopped for three times the patience
	stop(7*patience-1, 0, false)
	stop(7*patience-1, 1, false)
	stop(7*patience, 1, true)
	stop(7*patience, 0, false)
	stop(11*patience-1, 0, false)
	stop(11*patience, 0, true) // nobody took the lock of the other tenant
}
