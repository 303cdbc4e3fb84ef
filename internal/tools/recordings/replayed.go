package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Replayed is one exchange beside what the target made of it.
type Replayed struct {
	Session  *Session
	Index    int // of the exchange in the session
	Exchange *Exchange
	Request  Request // as the target received it
	Answer   Answer

	Coordinates *Coordinates // of the request, unless something about its situation is unknown

	Differences []Difference // beyond the accepted ones
	Unplayable  string       // why the exchange cannot be compared; empty: it can
}

// Agrees reports whether the target answered as the service had.
func (m *Replayed) Agrees() bool { return m.Unplayable == "" && len(m.Differences) == 0 }

// Difference is one respect in which the target's answer is not what the service had answered.
type Difference struct {
	Respect  string // status, code, tag, stamp, content, or "header NAME", "state NAME", "name NAME", "value NAME"
	Recorded string
	Got      string
}

func (d Difference) String() string {
	return fmt.Sprintf("%s: recorded %s, got %s", d.Respect, orNone(d.Recorded), orNone(d.Got))
}

func orNone(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// Write writes an exchange that differs, for a reader who looks for the cause.
func (m *Replayed) Write(w io.Writer) {
	e := m.Exchange
	fmt.Fprintf(w, "%s #%d, %s, %s: %s %s?%s\n", m.Session.Name, m.Index+1, m.Answer.Operation, e.Header["x-ms-version"], e.Method, e.Path, e.Query)
	if m.Coordinates != nil {
		fmt.Fprintf(w, "    asked with %s\n", m.Coordinates)
	}
	for _, d := range m.Differences {
		fmt.Fprintf(w, "    %s\n", d)
	}
}

// Coordinates say in which situation a request was sent: the operation, the state of what it is about, and what it
// carries, each as a word that does not depend on names, ids or dates. Two requests with the same coordinates are the
// same question to the service.
type Coordinates struct {
	Exact map[string]string
	// Outcome says of some of the words whether the condition is met, which is what a case asks that names neither a
	// tag nor a date.
	Outcome map[string]string
}

// anything stands for every word.
const anything = "anything"

// Covers reports whether an exchange is what a case asks: every coordinate is the same.
func (asked Coordinates) Covers(seen Coordinates) bool {
	if len(asked.Exact) != len(seen.Exact) {
		return false
	}
	for name, word := range asked.Exact {
		got, ok := seen.Exact[name]
		if !ok || word != got && word != seen.Outcome[name] && word != anything {
			return false
		}
	}
	return true
}

func (asked Coordinates) String() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(asked.Exact)) {
		list = append(list, name+"="+asked.Exact[name])
	}
	return strings.Join(list, ", ")
}
