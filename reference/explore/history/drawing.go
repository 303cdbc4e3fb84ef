package history

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"ifmatch/reference/operation"
)

// width is that of drawings, which are shown a little to the right, on terminals of 80 columns.
const width = 78

// Draw draws a history, a numbered line for each step. notes are put under the lines that they are about, which count
// from 0. The lines that somebody chose are marked.
func Draw(lines []Line, notes map[int][]string) string {
	text, longest, names := "", 0, newNames(lines)
	for _, l := range lines {
		longest = max(longest, len(l.Client))
	}
	for i := range lines {
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

// request says what was asked.
func (n names) request(r *Request) string {
	asked := []string{r.Operation.String() + " " + guids.ReplaceAllString(r.Name(), "$1")}
	if r.Detail != "" {
		asked = append(asked, r.Detail)
	}
	called := *r
	called.IfMatch, called.IfNoneMatch = cmp.Or(n[r.Resource+r.IfMatch], r.IfMatch), cmp.Or(n[r.Resource+r.IfNoneMatch], r.IfNoneMatch)
	called.Lease = cmp.Or(n[r.Lease], r.Lease)
	asked = append(asked, called.Conditions()...)
	for i := range r.Rows {
		asked = append(asked, "("+n.request(&r.Rows[i])+")")
	}
	return strings.Join(asked, ", ")
}

// answer says what was answered, and which messages were got.
func (n names) answer(l *Line) string {
	a := l.Answer
	a.ETag = cmp.Or(n[l.Resource+a.ETag], a.ETag)
	if l.Operation != operation.GetMessages || !l.Succeeded() {
		return a.String()
	}
	if len(a.Got) == 0 {
		return a.String() + ", no message"
	}
	var ids []string
	for _, id := range a.Got {
		ids = append(ids, short(id))
	}
	return a.String() + ", message " + strings.Join(ids, ", ")
}
