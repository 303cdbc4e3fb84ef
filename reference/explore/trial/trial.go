// Package trial plays the schedules of one program, a function or a command, and judges them. It makes the schedule that
// fails shorter, and shows it.
package trial

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
)

// Outcome is how a schedule ended.
type Outcome struct {
	Failed  string // why it failed: a kind of hazard, or what Play says; empty: it did not
	Worst   bool   // no hazard is worse
	Stays   bool   // each play leaves goroutines behind: it is not played again
	Skipped bool   // the program does not want to be explored
	Title   string // says in a line how it ended; empty: Failed does
	Output  string // what else there is to show
	Choices []uint8
	Lines   []history.Line
	Hazards []hazard.Hazard
}

// Player plays the schedules of one program.
type Player struct {
	Play    func(*schedule.Chooser) (*Outcome, error) // plays one, and says all but its choices and hazards
	Allowed map[hazard.Kind]bool                      // the hazards that are meant

	undisturbed map[string][]history.Line // what schedules have shown whose last answer was not lost
}

// Try plays a schedule, and judges it.
func (p *Player) Try(c *schedule.Chooser) (*Outcome, error) {
	o, err := p.Play(c)
	if err != nil {
		return nil, err
	}
	o.Choices = c.Choices()
	o.Hazards = hazard.Find(o.Lines, p.Allowed, func(line int) []history.Line { return p.without(o, line) })
	if len(o.Hazards) > 0 && !o.Worst {
		o.Failed, o.Title = string(o.Hazards[0].Kind), ""
	}
	return o, nil
}

// without returns what comes if the answer in a line is not lost, and whatever comes by itself from there on.
func (p *Player) without(o *Outcome, line int) []history.Line {
	before := o.Choices[:o.Lines[line].Choice]
	lines, known := p.undisturbed[string(before)]
	if !known && !o.Stays {
		if again, err := p.Play(schedule.Follow(before)); err == nil {
			lines = again.Lines
		}
		if p.undisturbed == nil || len(p.undisturbed) > maxKept {
			p.undisturbed = make(map[string][]history.Line)
		}
		p.undisturbed[string(before)] = lines
	}
	return lines
}

// maxKept bounds how many histories are kept.
const maxKept = 1000

// Shrink makes a schedule that fails shorter: it takes back one choice after the other, as long as it fails in the same way
// and not longer than exploring may take.
func (p *Player) Shrink(found *Outcome, l Limits) *Outcome {
	begun := time.Now()
	for again := true; again; {
		again = false
		for i := 0; i < len(found.Choices); i++ {
			c := found.Choices
			if c[i] == 0 {
				continue
			}
			for _, shorter := range [][]uint8{c[:i], slices.Replace(slices.Clone(c), i, i+1, 0)} {
				if l.Shrinks--; l.Shrinks < 0 || found.Stays || l.For > 0 && time.Since(begun) > l.For {
					return found
				}
				o, err := p.Try(schedule.Follow(shorter))
				if err == nil && o.Failed == found.Failed && schedule.Departures(o.Choices) < schedule.Departures(c) {
					found, again = o, true
					break
				}
			}
		}
	}
	return found
}

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
		if c == nil && !l.Live && (search.Waiting() == 0 || r.AtMost >= l.Departures) {
			break
		}
		if c == nil {
			c = search.Random(random)
			r.Random++
		}
		o, err := p.Try(c)
		if err != nil {
			return r, err
		}
		if search.Learn(c); r.ends(o) {
			if r.Found != nil {
				r.Found = p.Shrink(o, l)
			}
			return r, nil
		}
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
func (r *Report) next(search *schedule.Search, l *Limits, early bool) (c *schedule.Chooser) {
	if l.Live && r.Tried%2 > 0 || !l.Live && !early {
		return nil
	}
	r.AtMost = l.Departures
	if c = search.Next(l.Departures); c != nil {
		r.AtMost = c.Cost - 1
	}
	return c
}

// Draw shows how a schedule ended: what happened, with the hazards. again says how to play it once more.
func (o *Outcome) Draw(again string) string {
	text, notes := cmp.Or(o.Title, o.Failed+" in this schedule")+"\n", make(map[int][]string)
	if len(o.Hazards) > 0 { // the worst
		h := &o.Hazards[0]
		notes[h.First], notes[h.Second] = []string{h.FirstNote}, []string{h.SecondNote}
	}
	for line := range strings.Lines(history.Draw(o.Lines, notes)) {
		text += "  " + line
	}
	return text + hazard.Summary(o.Hazards) + o.Output + again
}
