package tap

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/summary"
)

// Asked is a client for which a run was judged clause by clause.
type Asked struct {
	Answer reports.Profile
	Tried  reports.Demand
	// Untried are the needs of which no case was played, because their cases wait long.
	Untried []reports.Need
}

// Clauses renders the verdict on each clause that clients rely on: a test point for each clause of each
// client, with a card if it does not hold; then the answer for each client.
func Clauses(w io.Writer, r reports.Run, clients []Asked) error {
	card := summary.Teller(r)
	at := map[string]reports.Scenario{}
	for _, s := range r.Scenarios {
		at[s.ID] = s
	}
	points := 0
	for _, c := range clients {
		points += len(r.Rulings(c.Tried)) + len(c.Untried) + len(c.Answer.Missing)
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "TAP version 13\n1..%d\n", points)
	number := 0
	point := func(ok bool, name, directive string) {
		number++
		line(b, ok, number, name, directive)
	}
	for _, c := range clients {
		for _, u := range r.Rulings(c.Tried) {
			point(u.Fit == reports.Fits, c.Tried.Name+" "+u.Clause+" it "+u.Does, "")
			switch u.Fit {
			case reports.Misfits:
				comment(b, strings.TrimRight(card(at[u.Cases[0]]), "\n")+also(u.Cases[1:]))
			case reports.FitUnknown:
				comment(b, "could not tell: "+u.Why+also(u.Cases))
			}
		}
		for _, n := range c.Untried {
			point(true, c.Tried.Name+" "+n.Clause+" it "+n.Does, "SKIP not tried, because it waits")
		}
		for _, s := range c.Answer.Missing {
			point(false, c.Tried.Name+" the "+s+" service", "")
			comment(b, "could not tell: the target does not offer "+s)
		}
	}
	for _, c := range clients {
		comment(b, c.Tried.Name+": "+c.Answer.Answer())
	}
	return b.Flush()
}

// also names further cases.
func also(cases []string) string {
	if len(cases) == 0 {
		return ""
	}
	return "\n  also      " + strings.Join(cases, "\n            ")
}

// BailOut says, instead of test points, why nothing could be judged.
func BailOut(w io.Writer, why string) error {
	_, err := fmt.Fprintf(w, "TAP version 13\nBail out! %s\n", strings.Join(strings.Fields(escaped(why)), " "))
	return err
}
