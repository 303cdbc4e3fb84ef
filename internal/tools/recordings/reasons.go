package main

import (
	_ "embed"
	"fmt"
	"path"
	"strings"
)

// mostReasons is how many lines the list of reasons may have.
const mostReasons = 40

//go:embed reasons.tsv
var reasonsFile string

// Reason is why a difference is accepted, or why exchanges are not compared. Its patterns are those of path.Match, and
// an empty one matches everything.
type Reason struct {
	Verdict   string // accepted or unplayable
	Session   string
	Operation string
	Respect   string
	Recorded  string
	Got       string
	Why       string
}

// Reasons are the closed list of reasons.
type Reasons []Reason

// ParseReasons reads the list: a header, then one reason a line, in columns.
func ParseReasons(text string) (list Reasons, err error) {
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 7 || f[0] != "accepted" && f[0] != "unplayable" || f[6] == "" {
			return nil, fmt.Errorf("reading the reasons: line %d: want accepted or unplayable, five patterns and why", i+2)
		}
		for _, pattern := range f[1:6] {
			if _, err := path.Match(pattern, ""); err != nil {
				return nil, fmt.Errorf("reading the reasons: line %d: %q is no pattern", i+2, pattern)
			}
		}
		list = append(list, Reason{f[0], f[1], f[2], f[3], f[4], f[5], f[6]})
	}
	if len(list) > mostReasons {
		return nil, fmt.Errorf("reading the reasons: %d lines, want at most %d: mend the reference instead", len(list), mostReasons)
	}
	return list, nil
}

func matches(pattern, text string) bool {
	if pattern == "" {
		return true
	}
	text = strings.ReplaceAll(text, "/", "|") // path.Match stops at a slash
	ok, _ := path.Match(strings.ReplaceAll(pattern, "/", "|"), text)
	return ok
}

// fits reports whether a reason is about an exchange, and about a difference if there is one.
func (r *Reason) fits(m *Moment, d *Difference) bool {
	return matches(r.Session, m.Session.Name) && matches(r.Operation, m.Answer.Operation.String()) &&
		(d == nil || matches(r.Respect, d.Respect) && matches(r.Recorded, d.Recorded) && matches(r.Got, d.Got))
}

// Accepts reports whether a difference is accepted.
func (list Reasons) Accepts(m *Moment, d Difference) bool {
	for i := range list {
		if list[i].Verdict == "accepted" && list[i].fits(m, &d) {
			return true
		}
	}
	return false
}

// Unplayable is the reason why an exchange cannot be compared, or nothing. Such a reason is about an answer: its
// recorded and got are the status and code of both.
func (list Reasons) Unplayable(m *Moment) string {
	d := Difference{"answer", fmt.Sprint(m.Exchange.Status, " ", m.Exchange.ErrorCode()), fmt.Sprint(m.Answer.Status, " ", m.Answer.Code())}
	for i := range list {
		if list[i].Verdict == "unplayable" && list[i].fits(m, &d) {
			return list[i].Why
		}
	}
	return ""
}
