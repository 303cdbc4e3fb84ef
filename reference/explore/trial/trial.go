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
