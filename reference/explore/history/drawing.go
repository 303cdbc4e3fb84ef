package history

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"ifmatch/reference/operation"
)

const (
	width    = 78 // of drawings, which are shown a little to the right, on terminals of 80 columns
	maxLines = 50 // of a history that people read
)

// Draw draws a history, a numbered line for each step. notes are put under the lines that they are about, which count
// from 0. The lines that somebody chose are marked. A long drawing leaves out what is far from these and from notes.
func Draw(lines []Line, notes map[int][]string) string {
	text, longest, names := "", 0, newNames(lines)
	for _, l := range lines {
		longest = max(longest, len(l.Client))
	}
	shown := func(i int) bool {
		near := len(lines) <= maxLines
		for j := max(0, i-3); j < min(len(lines), i+3); j++ {
			near = near || lines[j].Chosen != "" || notes[j] != nil
		}
		return near
	}
	for i := range lines {
		if !shown(i) {
			if i > 0 && shown(i-1) {
				text += "  …\n"
			}
			continue
		}
		l, mark := &lines[i], " "
		words := strings.Fields(l.sentence(names))
		if l.Chosen != "" {
			mark, words = ">", append(words, "  ["+l.Chosen+"]")
		}
		at := "+" + l.At.Round(time.Millisecond).String()
		text += Fold(fmt.Sprintf("%s %2d  %8s  %-*s  ", mark, i+1, at, longest, l.Client), words)
		for _, note := range notes[i] {
			text += Fold("      ^ ", strings.Fields(note))
		}
	}
	return text
}

// Fold writes words behind a head, in lines that fit a terminal.
func Fold(head string, words []string) string {
	text, at := head, len(head)
	for i, word := range words {
		switch n := utf8.RuneCountInString(word); {
		case i > 0 && at+1+n > width:
			text, at = text+"\n"+strings.Repeat(" ", len(head))+strings.TrimSpace(word), len(head)+n
		case i > 0:
			text, at = text+" "+word, at+1+n
		default:
			text, at = text+word, at+n
		}
	}
	return text + "\n"
}

// sentence says what happened in a line.
func (l *Line) sentence(n names) string {
	asked := n.request(&l.Request)
	switch l.Fate {
	case Answered, Lost, Late:
		return asked + " -> " + n.answer(l)
	case Delivered:
		return "the answer to " + asked + " arrives"
	case Withdrawn:
		return asked + ": given up before it arrived"
	case Broken:
		return "a third party breaks the lease of " + l.Name()
	}
	return "time passes: " + l.Elapsed.String()
}

// names are short words for what nobody can read: ETags, by resource and ETag, and the ids of leases.
type names map[string]string

// newNames numbers the versions of each resource in the order in which they appear, and calls leases after their holders.
func newNames(lines []Line) names {
	n, count := make(names), make(map[string]int)
	for i := range lines {
		l := &lines[i]
		for _, tag := range []string{l.IfMatch, l.IfNoneMatch, l.ETag} {
			if tag != "" && tag != "*" && n[l.Resource+tag] == "" {
				count[l.Resource]++
				n[l.Resource+tag] = fmt.Sprintf("v%d", count[l.Resource])
			}
		}
		if l.LeaseID != "" && l.Succeeded() {
			n[l.LeaseID] = l.Client + "'s"
		}
	}
	return n
}

// of returns the short name of what is about a resource, or what has none as it is.
func (n names) of(resource, what string) string {
	return cmp.Or(n[resource+what], guids.ReplaceAllString(what, "$1"))
}

// guids finds the ids that the store generates, of which the beginning is enough.
var guids = regexp.MustCompile(`([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// request says what was asked, and under which conditions.
func (n names) request(r *Request) string {
	asked := r.Operation.String() + " " + guids.ReplaceAllString(r.Name(), "$1")
	for _, c := range [][2]string{
		{"", r.Detail}, {"If-Match: ", n.of(r.Resource, r.IfMatch)}, {"If-None-Match: ", n.of(r.Resource, r.IfNoneMatch)}, {"x-ms-if-tags: ", r.IfTags},
		{"", r.Since}, {"append position: ", r.Position}, {"lease: ", n.of("", r.Lease)}, {"pop receipt: ", r.Receipt[:min(len(r.Receipt), 8)]},
	} {
		if name, value := c[0], c[1]; value != "" {
			asked += ", " + name + value
		}
	}
	for i := range r.Rows {
		asked += ", (" + n.request(&r.Rows[i]) + ")"
	}
	return asked
}

// answer says what was answered, and which messages were got.
func (n names) answer(l *Line) string {
	a := l.Answer
	a.ETag = n.of(l.Resource, a.ETag)
	switch {
	case l.Operation != operation.GetMessages || !l.Succeeded():
		return a.String()
	case len(a.Got) == 0:
		return a.String() + ", no message"
	}
	return a.String() + ", message " + guids.ReplaceAllString(strings.Join(a.Got, ", "), "$1")
}
