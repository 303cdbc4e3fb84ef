package workload

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
	"ifmatch/reference"
)

// TestOperationsAreThoseSent compares the operations that each workload lists
// with those that its actors send.
func TestOperationsAreThoseSent(t *testing.T) {
	t.Parallel()
	for _, w := range all {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			sent := map[string]bool{}
			untilSeen(t, w, reference.Options{}, 6000, func(d *driver, exchanges int) (missing []string) {
				shorten(d)
				d.prepare()
				d.simulate(6, exchanges)
				for _, e := range d.events {
					if name := d.env.Book.NameText(e.Name); e.Flags&history.Outside == 0 && !sent[name] {
						sent[name] = true
						if !slices.Contains(w.Operations, name) {
							t.Errorf("sends %s, which is not among its operations", name)
						}
					}
				}
				for _, name := range w.Operations {
					if !sent[name] {
						missing = append(missing, name)
					}
				}
				return missing
			})
		})
	}
}

// TestHeedsWhatItSays changes one option at a time. The requests of a run must
// change if the workload heeds the option, and stay the same if not.
func TestHeedsWhatItSays(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	change := map[string]func(*Options){
		"keys":       func(o *Options) { o.Keys += 3 },
		"zipf":       func(o *Options) { o.Keys, o.Zipf = 5, 2 },
		"reads":      func(o *Options) { o.Reads = 0.8 - o.Reads/2 },
		"size":       func(o *Options) { o.Size += 30 },
		"think":      func(o *Options) { o.Think += 20 * time.Millisecond },
		"lease":      func(o *Options) { o.Lease = 20 * time.Second },
		"visibility": func(o *Options) { o.Visibility += time.Second },
		"batch":      func(o *Options) { o.Batch++ },
	}
	for _, w := range all {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			plain, even := requests(t, w, nil), requests(t, w, func(o *Options) { o.Keys = 5 })
			for _, name := range slices.Sorted(maps.Keys(change)) {
				unchanged := plain
				if name == "zipf" {
					unchanged = even
				}
				changed := requests(t, w, change[name])
				if got, want := !slices.Equal(unchanged, changed), slices.Contains(w.Heeds, name); got != want {
					t.Errorf("%s: heeds it: %t, says so: %t", name, got, want)
				}
			}
		})
	}
}

// requests returns the requests of a run with a fixed seed, each with its time.
func requests(t *testing.T, w Workload, adjust func(*Options)) (out []string) {
	t.Helper()
	d := driveSeed(t, w, adjust, reference.Options{}, 7)
	d.meddle = func(x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		out = append(out, fmt.Sprint(d.clock.Now(), x.Step, x.Request.Header, len(x.Request.Body)))
		return send()
	}
	d.prepare()
	d.simulate(4, 400)
	return out
}
