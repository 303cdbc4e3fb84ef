// Package trial plays the schedules of one program, a function or a command, and judges them. It makes the schedule that
// fails shorter, and shows it.
package trial

import (
	"cmp"
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
	Play   func(*schedule.Chooser) (*Outcome, error) // plays one, and says all but its choices and hazards
	Finder hazard.Finder
}

// Try plays a schedule, and judges it.
func (p *Player) Try(c *schedule.Chooser) (*Outcome, error) {
	o, err := p.Play(c)
	if err != nil {
		return nil, err
	}
	o.Choices = c.Choices()
	p.Finder.Learn(o.Lines)
	p.judge(o)
	return o, nil
}

// judge finds hazards.
func (p *Player) judge(o *Outcome) {
	if o.Hazards = p.Finder.Find(o.Lines); len(o.Hazards) > 0 && !o.Worst {
		o.Failed, o.Title = string(o.Hazards[0].Kind), ""
	}
}

// Replay plays a schedule by itself.
func (p *Player) Replay(c *schedule.Chooser) (*Outcome, error) {
	o, err := p.Try(c)
	if err != nil {
		return nil, err
	}
	return o, p.compare(o)
}

// compare compares a schedule that shows no hazard with those that depart once less: they show what is usual.
func (p *Player) compare(o *Outcome) error {
	if len(o.Hazards) > 0 || o.Worst || o.Stays {
		return nil
	}
	for _, less := range schedule.Less(o.Choices) {
		if _, err := p.Try(schedule.Follow(less)); err != nil {
			return err
		}
	}
	p.judge(o)
	return nil
}

// Shrink makes a schedule that fails shorter, as long as it fails in the same way and not longer than exploring may take.
func (p *Player) Shrink(found *Outcome, l Limits) *Outcome {
	begun := time.Now()
	schedule.Shrink(found.Choices, l.Shrinks, func(shorter []uint8) ([]uint8, bool) {
		if found.Stays || l.For > 0 && time.Since(begun) > l.For {
			return nil, false
		}
		again, err := p.Try(schedule.Follow(shorter))
		if err != nil || again.Failed != found.Failed || schedule.Departures(again.Choices) >= schedule.Departures(found.Choices) {
			return nil, false
		}
		found = again
		return again.Choices, true
	})
	return found
}

// maxLines is how much of a history people read.
const maxLines = 60

// Draw shows how a schedule ended: what happened, with the hazards. again says how to play it once more.
func (o *Outcome) Draw(again string) string {
	text := cmp.Or(o.Title, o.Failed+" in this schedule") + "\n"
	lines := strings.SplitAfter(history.Draw(o.Lines, hazard.Notes(o.Hazards)), "\n")
	if len(lines) > maxLines {
		lines = relevant(lines)
	}
	for _, line := range lines {
		if line != "" {
			text += "  " + line
		}
	}
	return text + hazard.Summary(o.Hazards) + o.Output + again
}

// relevant leaves out the lines of a drawing that are far from a decision or a note.
func relevant(lines []string) (out []string) {
	keep := make([]bool, len(lines))
	for i, line := range lines {
		if strings.HasPrefix(line, ">") || strings.HasPrefix(strings.TrimSpace(line), "^") {
			for j := max(0, i-2); j < min(len(lines), i+4); j++ {
				keep[j] = true
			}
		}
	}
	for i, line := range lines {
		switch {
		case keep[i]:
			out = append(out, line)
		case i > 0 && keep[i-1]:
			out = append(out, "  …\n")
		}
	}
	return out
}
