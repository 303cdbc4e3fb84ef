package steps_test

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/thorough"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// aboutOplocks are the cases that no available target can run unmodified.
var aboutOplocks = plan.Selection{Select: []string{"feature:smb/oplocks", "feature:smb/notifications"}}

// A service that behaves as documented passes.
func TestOplocksAsDocumented(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]habits{"by 408": {}, "by 500": {flushedBy: 500}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := strictly(t, aboutOplocks, oplocked{embedded.New(embedded.Options{Seed: 7}), h})
			for _, sc := range r.Scenarios {
				if sc.Status != reports.Passed {
					t.Errorf("%s %s: %s, want %s, got %s", sc.Status, sc.ID, sc.Reason, sc.Want, sc.Got)
				}
			}
			if len(r.Scenarios) < 40 {
				t.Errorf("%d cases", len(r.Scenarios))
			}
		})
	}
}

// Each rule that a service breaks shows in the cases of each clause that states it.
func TestOplocksAgainstTheDocuments(t *testing.T) {
	t.Parallel()
	for name, tc := range thorough.SomeNamed(t, 4, map[string]struct {
		habits
		shows string // the clauses whose cases run; some of them fail
		sees  string // what one of the failures says
	}{
		"it breaks nothing":                              {habits{silent: true}, "FILE-OPL-01 FILE-OPL-02 FILE-OPL-04 FILE-OPL-05 FILE-OPL-06 FILE-OPL-07 FILE-OPL-08", "no break"},
		"it does not wait":                               {habits{hasty: true}, "FILE-OPL-01 FILE-OPL-02 FILE-OPL-04 FILE-OPL-05 FILE-OPL-06 FILE-OPL-07 FILE-OPL-08", "did not wait"},
		"reads take too much":                            {habits{tooFar: true}, "FILE-OPL-01 FILE-OPL-02 FILE-OPL-06", "breaks"},
		"lists break caches":                             {habits{lists: true}, "FILE-OPL-03", "the cache breaks"},
		"it waits where nothing was written":             {habits{unhurried: true}, "FILE-OPL-04", "ClientCacheFlushDelay"},
		"it goes on when nobody answers":                 {habits{forgiving: true}, "FILE-OPL-07", "201"},
		"sharing conflicts leave handles":                {habits{stubborn: true}, "FILE-OPL-08", "409"},
		"it reads before the client has flushed":         {habits{early: true}, "FILE-OPL-06", "content"},
		"a deletion takes what was written":              {habits{anyDeletion: true}, "FILE-OPL-05", "breaks"},
		"changes over REST are notified":                 {habits{talkative: true}, "FILE-SMB-19", "notified"},
		"it answers another status when nobody flushes":  {habits{flushedBy: 409}, "FILE-OPL-07", "409"},
		"it breaks again what it has broken, to nothing": {habits{again: true}, "FILE-OPL-02 FILE-OPL-05 FILE-OPL-06", "the cache breaks"},
	}) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sel plan.Selection
			for clause := range strings.FieldsSeq(tc.shows) {
				sel.Select = append(sel.Select, "clause:"+clause)
			}
			r := strictly(t, sel, oplocked{embedded.New(embedded.Options{Seed: 7}), tc.habits})
			var shown []string
			sees := false
			for _, sc := range r.Scenarios {
				clause, _, _ := strings.Cut(sc.ID, "/")
				switch sc.Status {
				case reports.Failed:
					shown = append(shown, clause)
					sees = sees || strings.Contains(sc.Reason+sc.Want+sc.Got, tc.sees)
				case reports.Passed:
				default:
					t.Errorf("%s %s: %s", sc.Status, sc.ID, sc.Reason)
				}
			}
			slices.Sort(shown)
			if got := strings.Join(slices.Compact(shown), " "); got != tc.shows || !sees {
				t.Errorf("it shows in %s, want %s; %q is said: %v", got, tc.shows, tc.sees, sees)
			}
		})
	}
}

// A service that grants less than it was asked for, or nothing, is not judged.
func TestOplocksNotGranted(t *testing.T) {
	t.Parallel()
	for name, granted := range map[string]uint32{"nothing": 0, "only reads": stateR} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sel := plan.Selection{Select: []string{"feature:smb/oplocks"}}
			for _, sc := range strictly(t, sel, oplocked{embedded.New(embedded.Options{Seed: 7}), habits{grantsOnlyIf: true, grants: granted}}).Scenarios {
				if sc.Status != reports.Skipped || sc.Lacks == nil || !strings.Contains(sc.Lacks.Name, "oplocks") {
					t.Errorf("%s %s: %s", sc.Status, sc.ID, sc.Reason)
				}
			}
		})
	}
}

// A client of ours that answers a break too late says nothing about the service, which then answers as if nobody had.
// On a machine that is in time, the same answer is a failure.
func TestOplocksOnASlowMachine(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		slow   time.Duration // what passes from one look at the clock to the next
		habits habits
		shows  reports.Status
	}{
		"a service that does not wait long enough": {time.Second, habits{impatient: true}, reports.Failed},
		"a client that is just in time":            {29 * time.Second, habits{impatient: true}, reports.Failed},
		"a client that is too late":                {31 * time.Second, habits{impatient: true}, reports.Error},
		"a client that is late without harm":       {31 * time.Second, habits{}, reports.Passed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var looks atomic.Int64
			r, err := steps.Run(t.Context(), steps.Config{
				Target: oplocked{embedded.New(embedded.Options{Seed: 7}), tc.habits}, Level: "observed", Seed: 7,
				Plan: choose(t, plan.Selection{Select: []string{"clause:FILE-OPL-06"}}),
				Now:  func() time.Time { return time.Unix(0, looks.Add(1)*int64(tc.slow)) },
			})
			if err != nil || len(r.Scenarios) == 0 {
				t.Fatalf("%d cases, %v", len(r.Scenarios), err)
			}
			for _, sc := range r.Scenarios {
				late := strings.HasPrefix(sc.Reason, "keep the scenario's time: a client took 31 s")
				if sc.Status != tc.shows || late != (tc.shows == reports.Error) {
					t.Errorf("%s %s: %s", sc.Status, sc.ID, sc.Reason)
				}
			}
			if again := r.Late != nil && r.Late.Cases == len(r.Scenarios); again != (tc.shows == reports.Error) {
				t.Errorf("repeated because of lateness: %+v", r.Late)
			}
		})
	}
}
