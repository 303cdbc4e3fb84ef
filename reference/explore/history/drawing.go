package history

import (
	"fmt"
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
	names := newNames(lines)
	for i := range lines {
		l := &lines[i]
		mark := " "
		if l.Chosen != "" {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s %2d  %8s  %-*s  %s", mark, i+1, clock(l.At), width, l.Client, l.sentence(names))
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

// sentence says what happened in a line.
func (l *Line) sentence(n *names) string {
	asked := n.request(&l.Request)
	switch l.Fate {
	case Answered:
		return asked + " -> " + n.answer(l)
	case Lost:
		return asked + " -> " + n.answer(l) + l.unless("the answer is lost", ", and the answer is lost")
	case Late:
		return asked + " -> " + n.answer(l) + l.unless("the answer is late", ", and the answer is on its way")
	case Delivered:
		return "the answer to " + asked + " arrives"
	case Withdrawn:
		return asked + ": given up before it arrived"
	case Broken:
		return "a third party breaks the lease of " + l.Name()
	}
	return "time passes: " + l.Elapsed.String()
}

// unless returns text, or nothing if the mark of the line says so already.
func (l *Line) unless(chosen, text string) string {
	if strings.Contains(l.Chosen, chosen) {
		return ""
	}
	return text
}

// clock is a time since the beginning.
func clock(d time.Duration) string {
	return "+" + d.Round(time.Millisecond).String()
}
