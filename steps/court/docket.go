package court

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/plan"
)

// docket keeps the verdicts, and knows the cases.
type docket struct {
	cfg     Config
	chosen  map[string]bool
	filed   map[string]reports.Scenario // of chosen cases, and of probes
	said    map[string][]string         // terms of cases, once they are known
	weather reports.Weather             // of the run
}

func newDocket(cfg Config) *docket {
	d := &docket{cfg: cfg, chosen: map[string]bool{}, filed: map[string]reports.Scenario{}, said: map[string][]string{}}
	for _, c := range cfg.Plan.Cases {
		d.chosen[c.ID] = true
	}
	return d
}

// file keeps a verdict.
func (d *docket) file(sc reports.Scenario) {
	if sc.Status == reports.Passed {
		if err := sc.Pack(); err != nil {
			sc.Status, sc.Reason = reports.Error, err.Error()
		}
	}
	d.filed[sc.ID] = sc
	if d.chosen[sc.ID] && d.cfg.Filed != nil {
		d.cfg.Filed(sc)
	}
}

// place is the place of a case in the suite.
func (d *docket) place(id string) int { return d.cfg.Plan.Place(id) }

// caseOf is the case of an id.
func (d *docket) caseOf(id string) plan.Case {
	c, _ := d.cfg.Plan.Case(id)
	return c
}

// waits is how long cases let time pass when they are repeated in groups of a size.
func (d *docket) waits(ids []string, size int) (sum time.Duration) {
	for group := range slices.Chunk(ids, size) {
		longest := time.Duration(0)
		for _, id := range group {
			longest = max(longest, d.caseOf(id).Wait())
		}
		sum += longest
	}
	return sum
}

// afresh is a round of cases that are set up afresh, after a pause that grows with the rounds in a row.
func (d *docket) afresh(chosen []string, rounds *int, pause, most time.Duration) Round {
	if *rounds++; len(chosen) == 0 {
		*rounds = 0
		return Round{}
	}
	d.weather.Afresh += len(chosen)
	return Round{Cases: chosen, Why: Transient, Left: len(chosen), Pause: min(time.Duration(*rounds)*pause, most)}
}

// inOrder lists ids in the order of the suite.
func inOrder[V any](d *docket, of map[string]V) []string {
	return slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(d.place(a)-d.place(b), cmp.Compare(a, b)) })
}

// undecided makes a verdict an error: nobody could find out.
func undecided(sc *reports.Scenario, reason string) {
	sc.Status, sc.Reason, sc.Differs, sc.CodeLevel, sc.Want, sc.Got = reports.Error, reason, nil, "", "", ""
}
