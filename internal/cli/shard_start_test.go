package cli

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"ifmatch/loadgen/workload"
)

// TestShardsAgree lets the shards of two loads, which begin together, look into their folders at
// once. The shards of one load have the same start and name, and those of the other different ones.
func TestShardsAgree(t *testing.T) {
	t.Parallel()
	w, ok := workload.Lookup("blob-cas")
	if !ok {
		t.Fatal("there is no blob-cas")
	}
	load := loadPlan{workload: w}
	ids := map[string]bool{}
	for range 2 {
		folder := filepath.Join(t.TempDir(), "run")
		parts := make([]part, 8)
		var all sync.WaitGroup
		for i := range parts {
			parts[i] = part{i: i, n: len(parts), within: time.Hour}
			all.Go(func() {
				if err := parts[i].agree(t.Context(), folder); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, p := range parts {
			if !p.start.Equal(parts[0].start) || time.Until(p.start) < 59*time.Minute || p.runID(load) != parts[0].runID(load) {
				t.Errorf("shard %s begins at %s and is %s; the first at %s, and is %s", p, p.start, p.runID(load), parts[0].start, parts[0].runID(load))
			}
		}
		ids[parts[0].runID(load)] = true
	}
	if len(ids) != 2 {
		t.Errorf("two loads that begin together have %d names", len(ids))
	}
}

// TestLoadsThatBeginTogether: two loads with a given start differ by the names of their folders, and the parts of one
// load have the same name wherever their folders are.
func TestLoadsThatBeginTogether(t *testing.T) {
	t.Parallel()
	w, ok := workload.Lookup("blob-cas")
	if !ok {
		t.Fatal("there is no blob-cas")
	}
	id := func(i int, folder string) string {
		p := part{i: i, n: 3, start: time.Unix(1_900_000_000, 0)}
		if err := p.agree(t.Context(), folder); err != nil {
			t.Fatal(err)
		}
		return p.runID(loadPlan{workload: w})
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
	var f *failure
	if err := (&part{n: 3, within: time.Minute}).agree(t.Context(), folder); !errors.As(err, &f) || f.code != Unknown {
		t.Errorf("agree = %v", err)
	}
}
