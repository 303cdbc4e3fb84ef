package explore

import (
	"math/rand/v2"
	"time"

	"ifmatch/reference/explore/schedule"
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
	o := p.play(detached(p.name), c)
	why := o.why()
	if r.Skipped = o.skipped && why == ""; why == "" {
		return
	}
	if o.stuck {
		r.Failure = p.failure(o, nil)
		return
	}
	choices := c.Choices()
	if why != Hang && why != LeftBehind { // these leave goroutines behind, at every play
		choices = schedule.Shrink(choices, maxShrinks, func(shorter []uint8) ([]uint8, bool) {
			c := schedule.Follow(shorter)
			again := p.play(detached(p.name), c)
			return c.Choices(), again.why() == why
		})
		o = p.play(detached(p.name), schedule.Follow(choices))
	}
	r.Failure = p.failure(o, choices)
}

// failure returns how a schedule failed, or nil if it did not.
func (p *player) failure(o *outcome, choices []uint8) *Failure {
	why := o.why()
	if why == "" {
		return nil
	}
	if o.stuck {
		return &Failure{Kind: Hang, Text: o.headline(why)}
	}
	token := schedule.Token(choices)
	return &Failure{Token: token, Kind: why, Text: o.draw(why, p.name, token), choices: choices}
}
