package features_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

// rowsOf reads a table of testdata.
func rowsOf(t *testing.T, name string) []map[string]string {
	t.Helper()
	tab, err := register.ReadRows(os.DirFS("testdata"), name+".tsv")
	if err != nil {
		t.Fatal(err)
	}
	return tab.Rows
}

// TestHeldBodiesHaveTwins: a service that waits for the whole body passes whatever holds back half of one. Each such case
// names those that send the same requests at once, or says why there are none.
func TestHeldBodiesHaveTwins(t *testing.T) {
	t.Parallel()
	s := suite(t)
	known := map[string]plan.Case{}
	for _, c := range s.Cases {
		known[c.ID] = c
	}
	twins := map[string]map[string]string{}
	for _, row := range rowsOf(t, "held-bodies") {
		if c := known[row["held"]]; sentWhileHalfHeld(c) == nil {
			t.Errorf("%s is no case that holds back half of a body", row["held"])
		}
		twins[row["held"]] = row
	}
	for _, c := range s.Cases {
		sent := sentWhileHalfHeld(c)
		row, listed := twins[c.ID]
		switch {
		case sent == nil:
			continue
		case !listed, (row["twin"] == "") == (row["reason"] == ""):
			t.Errorf("%s holds back half of a body: testdata/held-bodies.tsv must name the case that sends the same at once, or the reason why there is none", c.ID)
		case row["reason"] != "" && !c.Abandons() && known[strings.Fields(row["reason"])[0]].ID == "":
			t.Errorf("%s: the reason must begin with the case that stands for the twin, since the rest of the body is sent", c.ID)
		}
		var raced []*plan.Step
		for id := range strings.FieldsSeq(row["twin"]) {
			if raced = append(raced, races(known[id])...); !judged(known[id]) {
				t.Errorf("%s is said to be the twin of %s: no case of that name sends requests at once and judges them", id, c.ID)
			}
		}
		for _, lacks := range missing(sent, raced) {
			t.Errorf("%s: %s does not send %s at once", c.ID, row["twin"], lacks)
		}
	}
}

// sentWhileHalfHeld are the sentences that send something while half of a body is held back; nil: the case holds none.
func sentWhileHalfHeld(c plan.Case) (sent []*plan.Step) {
	for _, step := range c.Script() {
		switch {
		case strings.HasSuffix(step.Text, " sends the rest of the body"), step.Abandons:
			return sent
		case sent != nil && step.Sends, strings.HasSuffix(step.Text, " and holds back half of the body"):
			sent = append(sent, step)
		}
	}
	return sent
}

// races are the sentences of a case that let clients act at once.
func races(c plan.Case) []*plan.Step {
	return slices.DeleteFunc(slices.Clone(c.Script()), func(s *plan.Step) bool { return !s.Races })
}

// judged reports whether a case judges what clients do at once.
func judged(c plan.Case) bool {
	i := slices.IndexFunc(c.Script(), func(s *plan.Step) bool { return s.Races })
	return i >= 0 && slices.ContainsFunc(c.Script()[i:], func(s *plan.Step) bool { return s.Judging })
}

// missing are the operations of the held sentences, and the conditions of the first, that no sentence of a race has. The
// content of a body may be another, and a read besides two writes is only to show what the first has done.
func missing(sent, raced []*plan.Step) (lacks []string) {
	if len(raced) == 0 {
		return nil
	}
	reads := func(s *plan.Step) bool { return steps.Language().Must(s.Operations[0]).Reads }
	if slices.ContainsFunc(sent[1:], func(s *plan.Step) bool { return !reads(s) }) {
		sent = slices.DeleteFunc(sent, reads)
	}
	for _, step := range sent {
		if op := step.Operations[0]; !slices.ContainsFunc(raced, func(r *plan.Step) bool { return slices.Contains(r.Operations, op) }) {
			lacks = append(lacks, op)
		}
	}
	for _, term := range sent[0].Asked {
		guards := !slices.Contains([]string{"content", "range", "block", "properties", "actions"}, term.Key)
		if guards && !slices.ContainsFunc(raced, func(r *plan.Step) bool {
			for _, a := range r.Asked {
				if a.Key == term.Key && a.No == term.No && a.Words == term.Words {
					return true
				}
			}
			return false
		}) {
			lacks = append(lacks, term.Key+" "+term.Words)
		}
	}
	return lacks
}
