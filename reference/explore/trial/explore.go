package trial

import (
	"math/rand/v2"
	"time"

	"ifmatch/reference/explore/schedule"
)

// MaxDepartures is beyond what any budget reaches.
const MaxDepartures = 99

// systematicShare of the time is for the systematic search. The rest is for schedules at random, so that wide programs are
// tried deep, too.
const systematicShare = 0.75

// Limits say how far to explore.
type Limits struct {
	For        time.Duration // 0: no limit
	Plays      int           // 0: no limit
	Departures int           // of a schedule
	Shrinks    int           // how often a schedule that fails is played again to make it shorter
	Seed       uint64        // of the schedules at random
	Whole      bool          // without reduction
	// Live says that the program is never quite the same, and rarely played often enough to get far: nothing is left out,
	// half of the schedules are at random, and there are always others.
	Live bool
}

// Report is what an exploration found.
type Report struct {
	Tried   int      // schedules played
	AtMost  int      // all schedules with at most so many departures were tried; -1: not even the undisturbed ones
	Random  int      // how many of Tried were played at random
	Left    int      // about how many were not tried; 0: there are no others
	Skipped bool     // the program does not want to be explored
	Found   *Outcome // the shortest schedule found that fails; nil: none
}

// Explore plays schedules until one fails, there are no more, or a limit is reached: those that depart the least from what
// comes by itself first.
func (p *Player) Explore(l Limits) (Report, error) {
	begun, r := time.Now(), Report{AtMost: -1}
	search, random := &schedule.Search{Whole: l.Whole || l.Live}, rand.New(rand.NewPCG(l.Seed, l.Seed))
	within := func(share float64) bool { return l.For == 0 || time.Since(begun) < time.Duration(share*float64(l.For)) }
	if !l.Live { // who takes part, and whether time matters, shows only afterwards: this schedule comes once more
		if o, err := p.Try(schedule.Follow(nil)); err != nil || r.ends(o) {
			return r, err
		}
		r.Tried = 0
	}
	for within(1) && (l.Plays == 0 || r.Tried < l.Plays) {
		c := r.next(search, &l, within(systematicShare))
		systematic := c != nil
		if !systematic {
			if !l.Live && (search.Waiting() == 0 || r.AtMost >= l.Departures) {
				break
			}
			c = search.Random(random)
			r.Random++
		}
		o, err := p.Try(c)
		if err != nil {
			return r, err
		}
		if systematic {
			search.Learn(c)
		}
		if !r.ends(o) {
			continue
		}
		if r.Found != nil {
			r.Found = p.Shrink(o, l)
		}
		return r, nil
	}
	r.Left = search.Left()
	return r, nil
}

// ends takes in how a schedule ended, and reports whether there is nothing more to find out.
func (r *Report) ends(o *Outcome) bool {
	r.Tried++
	if r.Skipped = o.Skipped; o.Failed != "" {
		r.Found = o
	}
	return r.Skipped || r.Found != nil
}

// next returns the next schedule of the systematic search; nil: one at random comes next.
func (r *Report) next(search *schedule.Search, l *Limits, early bool) *schedule.Chooser {
	if l.Live && r.Tried%2 > 0 || !l.Live && !early {
		return nil
	}
	c := search.Next(l.Departures)
	if c == nil {
		r.AtMost = l.Departures
	} else {
		r.AtMost = c.Cost() - 1
	}
	return c
}
