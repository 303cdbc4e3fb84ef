package main

import (
	"fmt"
	"io"
)

// Moment is one exchange beside what the target made of it.
type Moment struct {
	Session  *Session
	Index    int // of the exchange in the session
	Exchange *Exchange
	Request  Request // as the target received it
	Before   State   // of the resource beside the recording, if the exchange is about concurrency
	Answer   Answer

	Differences []Difference // beyond the accepted ones
	Unplayable  string       // why the exchange cannot be compared; empty: it can
}

// Agrees reports whether the target answered as the service had.
func (m *Moment) Agrees() bool { return m.Unplayable == "" && len(m.Differences) == 0 }

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
func (m *Moment) Write(w io.Writer) {
	e := m.Exchange
	fmt.Fprintf(w, "%s #%d, %s, %s: %s %s?%s\n", m.Session.Name, m.Index+1, m.Answer.Operation, e.Header["x-ms-version"], e.Method, e.Path, e.Query)
	if m.Before != (State{}) {
		fmt.Fprintf(w, "    before: %s\n", m.Before)
	}
	for _, d := range m.Differences {
		fmt.Fprintf(w, "    %s\n", d)
	}
}
