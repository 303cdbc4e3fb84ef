package workload

import (
	"slices"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

// deliveries returns the exchanges of a run in the order in which a recorder delivers
// them: by their end, and unanswered ones when the client gave up.
func deliveries(events []history.Event) [][]history.Event {
	type exchange struct{ client, seq uint32 }
	at := map[exchange]int{}
	var all [][]history.Event
	for _, e := range events {
		x := exchange{e.Client, e.Seq}
		i, ok := at[x]
		if !ok {
			i = len(all)
			at[x], all = i, append(all, nil)
		}
		all[i] = append(all[i], e)
	}
	const patience = 30e9
	told := func(x []history.Event) int64 {
		if x[0].Return == history.Open {
			return x[0].Invoke + patience
		}
		return x[0].Return
	}
	slices.SortStableFunc(all, func(a, b []history.Event) int { return int(told(a) - told(b)) })
	return all
}

// splitAt streams a run. Its first watermark comes after a number of exchanges, and
// another after each exchange that follows.
func splitAt(book *history.Dictionary, all [][]history.Event, first int, o check.Options) check.Verdict {
	earliest := make([]int64, len(all)+1) // earliest Invoke of the remaining events
	earliest[len(all)] = history.Open
	for i := len(all) - 1; i >= 0; i-- {
		earliest[i] = min(earliest[i+1], all[i][0].Invoke)
	}
	s := check.NewStream(book, o)
	for i, x := range all {
		s.Add(x)
		if i+1 >= first {
			s.Mark(earliest[i+1])
		}
	}
	return s.Close(true, "")
}

// TestEverySplitAgrees checks the runs of every workload as they grow. The first
// watermark comes after every exchange in turn (every twenty-fourth in `make test`),
// so that the use of a resource shows before it or after it. The verdict must equal
// that on the whole run, or be withheld.
func TestEverySplitAgrees(t *testing.T) {
	t.Parallel()
	every := 48
	if thorough.All() {
		every = 1
	}
	var all []Workload
	all = append(all, blobWorkloads...)
	for _, p := range patterns {
		all = append(all, p.Workload)
	}
	for _, w := range all {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			troubles := []string{"", "trouble"}
			for _, f := range fault.Sporadic() {
				if slices.Contains(f.Workloads, w.Name) {
					troubles = append(troubles, f.Name)
				}
			}
			for _, what := range troubles {
				o := reference.Options{}
				if f, ok := fault.Lookup(what); ok {
					o.Faults = []fault.Fault{f.At(8)}
				}
				d := driveServer(t, w, func(o *Options) { o.Keys, o.Reads = 2, max(o.Reads, .7) }, o)
				if what == "trouble" {
					d.meddle = sometimes(d.rng, 8)
				}
				shorten(d)
				d.prepare()
				d.simulate(4, 60)
				d.finish()
				x := deliveries(d.events)
				for _, held := range []int{-1, 0} {
					o := check.Options{Early: -1, Late: -1, Undecided: held}
					want := check.Events(d.env.Book, d.events, true, "", o)
					for first := int(d.env.Seed % uint64(every)); first < len(x); first += every {
						got := splitAt(d.env.Book, x, first+1, o)
						withheld := got.State == finding.Undecided && got.Why != ""
						if got.State != want.State && !(withheld && held < 0) {
							t.Errorf("%s, first watermark behind %d of %d exchanges, %d held: %s %s %v, the whole run is %s %s",
								what, first+1, len(x), held, got.State, got.Why, got.Results, want.State, want.Why)
							break
						}
						if (what == "" || what == "trouble") && got.State == finding.Invalid {
							t.Errorf("%s: a correct run is %s: %v", what, got.State, got.Results)
							break
						}
					}
				}
			}
		})
	}
}
