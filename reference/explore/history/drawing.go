package history

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Draw draws a history, a numbered line for each step. notes are put under the lines that they are about, which count
// from 0. The lines that somebody chose are marked.
func Draw(lines []Line, notes map[int][]string) string {
	var b strings.Builder
	width := 0
	for _, l := range lines {
		width = max(width, len(l.Client))
	}
	for i := range lines {
		l := &lines[i]
		mark := " "
		if l.Chosen != "" {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s %2d  %8s  %-*s  %s", mark, i+1, clock(l.At), width, l.Client, l.sentence())
		if l.Chosen != "" {
			b.WriteString("   [" + l.Chosen + "]")
		}
		b.WriteByte('\n')
		for _, note := range notes[i] {
			b.WriteString("      ^ " + note + "\n")
		}
	}
	return b.String()
}

// guids finds the ids that the store generates, of which the beginning is enough.
var guids = regexp.MustCompile(`([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// sentence says what happened in a line.
func (l *Line) sentence() string {
	asked := l.Operation.String() + " " + guids.ReplaceAllString(l.Name(), "$1")
	for _, c := range l.Conditions() {
		asked += ", " + c
	}
	switch l.Fate {
	case Answered:
		return asked + " -> " + l.Answer.String()
	case Lost:
		return asked + " -> " + l.Answer.String() + ", and the answer is lost"
	case Late:
		return asked + " -> " + l.Answer.String() + ", and the answer is on its way"
	case Delivered:
		return "the answer to " + asked + " arrives"
	case Withdrawn:
		return asked + ": given up before it arrived"
	case Broken:
		return "a third party breaks the lease of " + l.Name()
	}
	return "time passes: " + l.Elapsed.String()
}

// Name is the resource without its service.
func (r *Request) Name() string {
	_, name, _ := strings.Cut(r.Resource, " ")
	return strings.TrimPrefix(name, "/")
}

// clock is a time since the beginning.
func clock(d time.Duration) string {
	return "+" + d.Round(time.Millisecond).String()
}
