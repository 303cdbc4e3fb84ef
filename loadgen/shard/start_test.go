package shard

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestShardsAgree lets the shards of two loads, which begin together, look into their folders at
// once. The shards of one load have the same start and name, and those of the other different ones.
func TestShardsAgree(t *testing.T) {
	t.Parallel()
	ids := map[string]bool{}
	for range 2 {
		folder := filepath.Join(t.TempDir(), "run")
		parts := make([]Process, 8)
		var all sync.WaitGroup
		for i := range parts {
			parts[i] = Process{I: i, N: len(parts), Within: time.Hour}
			all.Go(func() {
				if err := parts[i].Agree(t.Context(), folder); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, p := range parts {
			if !p.Start.Equal(parts[0].Start) || time.Until(p.Start) < 59*time.Minute || p.RunID("blob-cas", "", 0) != parts[0].RunID("blob-cas", "", 0) {
				t.Errorf("shard %s begins at %s and is %s; the first at %s, and is %s", p, p.Start, p.RunID("blob-cas", "", 0), parts[0].Start, parts[0].RunID("blob-cas", "", 0))
			}
		}
		ids[parts[0].RunID("blob-cas", "", 0)] = true
	}
	if len(ids) != 2 {
		t.Errorf("two loads that begin together have %d names", len(ids))
	}
}

// TestLoadsThatBeginTogether: two loads with a given start differ by the names of their folders, and the parts of one
// load have the same name wherever their folders are.
func TestLoadsThatBeginTogether(t *testing.T) {
	t.Parallel()
	id := func(i int, folder string) string {
		p := Process{I: i, N: 3, Start: time.Unix(1_900_000_000, 0)}
		if err := p.Agree(t.Context(), folder); err != nil {
			t.Fatal(err)
		}
		return p.RunID("blob-cas", "", 0)
	}
	one, same, other := id(0, "run1"), id(1, filepath.Join(t.TempDir(), "run1")+"/"), id(2, "run2")
	if one != same {
		t.Errorf("the parts of one load are called %s and %s", one, same)
	}
	if one == other {
		t.Errorf("two loads are both called %s", one)
	}
}

func TestDamagedStart(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, startFile), []byte("soon\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (&Process{N: 3, Within: time.Minute}).Agree(t.Context(), folder); !errors.Is(err, ErrStart) {
		t.Errorf("agree = %v", err)
	}
}
