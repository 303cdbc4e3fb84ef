package explore

import (
	"fmt"
	"math/rand/v2"
	"time"

	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/explore/trial"
)

// The systematic search gets three quarters of the budget, so that wide programs are tried deep, too.
const systematicShare = 0.75

// maxShrinks bounds how often a failing schedule is played again to make it shorter.
const maxShrinks = 300

// find plays schedules until one fails, there are no more, or the budget is spent.
func (p *player) find() Report {
	begun := time.Now()
	search := &schedule.Search{Whole: p.whole}
	report := Report{AtMost: -1}
	p.systematic(search, &report, begun.Add(time.Duration(systematicShare*float64(p.budget))))
	random := rand.New(rand.NewPCG(p.seed, p.seed))
	for !report.ended() && search.Waiting() > 0 && report.AtMost < p.departures && time.Since(begun) < p.budget {
		report.Random++
		p.try(search.Random(random), &report)
	}
	report.Tried, report.Left = search.Tried()+report.Random, search.Left()
	return report
}

// systematic plays all schedules with no departure, then those with one, and so on.
func (p *player) systematic(search *schedule.Search, r *Report, until time.Time) {
	for most := 0; most <= p.departures; most++ {
		for c := search.Next(most); c != nil; c = search.Next(most) {
			p.try(c, r)
			if r.Failure != nil && r.Failure.Token == "" {
				return // it may still go on
			}
			search.Learn(c)
			if r.ended() || time.Now().After(until) {
				return
			}
		}
		r.AtMost = most
		if search.Waiting() == 0 {
			return
		}
	}
}

// try plays a schedule. If it fails, the report gets the shortest one that fails alike.
func (p *player) try(c *schedule.Chooser, r *Report) {
	o, err := p.Try(c)
	if err == nil && o.Failed != "" && o.Failed != Hang && o.Failed != LeftBehind { // these leave goroutines behind, at every play
		o = p.Shrink(o, maxShrinks)
	}
	r.Failure = p.failure(o, err)
	r.Skipped = r.Failure == nil && p.skipped
}

// failure returns how a schedule failed, or nil if it did not.
func (p *player) failure(o *trial.Outcome, err error) *Failure {
	if err != nil {
		return &Failure{Kind: Hang, Text: err.Error()}
	}
	if o.Failed == "" {
		return nil
	}
	token := schedule.Token(o.Choices)
	again := fmt.Sprintf("to play it again: %s=%s go test -run '%s'", Variable, token, pattern(p.name))
	return &Failure{Token: token, Kind: o.Failed, Text: o.Draw(again), choices: o.Choices}
}
