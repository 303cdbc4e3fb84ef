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
func (r *Reason) fits(m *Replayed, d *Difference) bool {
	return matches(r.Session, m.Session.Name) && matches(r.Operation, m.Answer.Operation.String()) &&
		(d == nil || matches(r.Respect, d.Respect) && matches(r.Recorded, d.Recorded) && matches(r.Got, d.Got))
}

// Accepts reports whether a difference is accepted.
func (list Reasons) Accepts(m *Replayed, d Difference) bool {
	for i := range list {
		if list[i].Verdict == "accepted" && list[i].fits(m, &d) {
			return true
		}
	}
	return false
}

// Unplayable is the reason why an exchange cannot be compared, or nothing. Such a reason is about an answer: its
// recorded and got are the status and code of both.
func (list Reasons) Unplayable(m *Replayed) string {
	d := Difference{"answer", fmt.Sprint(m.Exchange.Status, " ", m.Exchange.ErrorCode()), fmt.Sprint(m.Answer.Status, " ", m.Answer.Code())}
	for i := range list {
		if list[i].Verdict == "unplayable" && list[i].fits(m, &d) {
			return list[i].Why
		}
	}
	return ""
}

// Code is the error code of the target's answer.
func (a Answer) Code() string {
	if a.Status < 300 {
		return ""
	}
	if c := a.Header.Get("x-ms-error-code"); c != "" {
		return c
	}
	return codeIn(a.Body)
}

// ErrorCode is the error code of the recorded answer.
func (e *Exchange) ErrorCode() string {
	if e.Status < 300 {
		return ""
	}
	if c := e.AnswerHeader["x-ms-error-code"]; c != "" {
		return c
	}
	if c := codeIn(e.Answer.Bytes); c != "" {
		return c
	}
	return e.Code
}

// codeIn is the error code in a body.
func codeIn(body []byte) string {
	for _, l := range Leaves(body) {
		if l.Path == "/Error/Code" || strings.HasSuffix(l.Path, "odata.error/code") || l.Path == "/error/code" {
			return l.Value
		}
	}
	return ""
}

// player plays one session.
type player struct {
	session   *Session
	reasons   Reasons
	target    *Target
	bound     *Bindings
	kept      map[string]bool     // headers of answers that the corpus keeps
	names     map[string]bool     // paths that the session has named
	foreign   map[string]bool     // containers and shares that were there before, in an unknown state
	histories map[string]*history // by resource
	made      map[string]bool     // shares, and snapshots of them, that a list shows
	inferred  bool                // something was made that the recording takes for granted
	invented  bool                // bytes were made up that the recording leaves out

	diverged   []Difference // since these differences, what follows cannot be compared
	unplayable string       // since an exchange that could not be played, neither can what follows it
}
