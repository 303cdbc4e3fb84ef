package features_test

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
	"ifmatch/steps/scenario"
)

// sweeping finds what a statement says of more than one operation, resource or moment.
var sweeping = regexp.MustCompile(`(?i)\b(any|until|every (later|update|write|read)|all other|that (file|blob|container|entity|table|queue|message|share|one|long|time))\b`)

// scopes are the sets of operations that a statement can be about.
var scopes = map[string]func(scenario.Operation) bool{
	"reads of a blob":                  func(o scenario.Operation) bool { return o.On == "blob" && o.Reads },
	"writes under the lease of a blob": func(o scenario.Operation) bool { return o.On == "blob" && o.Lease == scenario.LeaseRequired },
	"conditional writes of a blob": func(o scenario.Operation) bool {
		return o.On == "blob" && !o.Reads && slices.Contains(o.Conditions, "If-Match")
	},
	"updates of a blob": func(o scenario.Operation) bool {
		return o.On == "blob" && slices.Contains(o.Writes, scenario.FieldETag) && !o.Deletes()
	},
	"operations on a leased container": func(o scenario.Operation) bool {
		return o.On == "container" && o.Lease != scenario.LeaseRequired && o.Lease != scenario.LeaseSubject
	},
	"conditional writes of an entity": func(o scenario.Operation) bool {
		return o.On == "entity" && !o.Reads && slices.Contains(o.Conditions, "If-Match")
	},
	"writes of an entity": func(o scenario.Operation) bool { return o.On == "entity" && !o.Reads },
	"reads of an entity":  func(o scenario.Operation) bool { return o.On == "entity" && o.Reads },
	"reads of messages": func(o scenario.Operation) bool {
		return slices.Contains([]string{"Get Messages", "Peek Messages"}, o.Name)
	},
	"reads of a queue":      func(o scenario.Operation) bool { return o.On == "queue" && o.Reads },
	"reads of a container":  func(o scenario.Operation) bool { return o.On == "container" && o.Reads },
	"reads of a file":       func(o scenario.Operation) bool { return o.On == "file" && o.Reads },
	"operations on a file":  func(o scenario.Operation) bool { return o.On == "file" },
	"operations on a share": func(o scenario.Operation) bool { return o.On == "share" },
}

// TestSweepingStatementsHaveRows: a statement about any operation, about one resource alone or about a time that ends has
// rows for all the operations, for a sibling that stays free, or for the moments before and after the end; otherwise
// testdata/sweeping.tsv says why it needs none.
func TestSweepingStatementsHaveRows(t *testing.T) {
	t.Parallel()
	s := suite(t)
	listed := map[string]bool{}
	for _, row := range rowsOf(t, "sweeping") {
		found := len(listed)
		for _, c := range s.Register.Clauses {
			if ok, _ := path.Match(row["clause"], c.ID); ok && c.State == register.Active {
				listed[c.ID] = true
			}
		}
		if len(listed) == found && !listed[row["clause"]] {
			t.Errorf("%s adds no active clause", row["clause"])
		}
		if (row["asks"] == "" || row["but"] != "") != (row["reason"] != "") {
			t.Errorf("%s: what asks for nothing, or for all but some operations, needs a reason", row["clause"])
		}
		for _, lacks := range unmet(row["asks"], row["but"], casesOf(s, row["cases"])) {
			t.Errorf("%s asks for %s: no case of %s %s", row["clause"], row["asks"], row["cases"], lacks)
		}
	}
	for _, c := range s.Register.Clauses {
		if said := sweeping.FindString(c.Statement); said != "" && c.State == register.Active && !listed[c.ID] {
			t.Errorf("%s says %q: testdata/sweeping.tsv must say which cases try all of it, or why that needs none: %s", c.ID, said, c.Statement)
		}
	}
}

// casesOf are the cases about clauses that match one of the globs.
func casesOf(s *plan.Suite, globs string) (out []plan.Case) {
	for _, c := range s.Cases {
		if slices.ContainsFunc(strings.Fields(globs), func(glob string) bool {
			return slices.ContainsFunc(c.Clauses, func(id string) bool { ok, _ := path.Match(glob, id); return ok })
		}) {
			out = append(out, c)
		}
	}
	return out
}

// unmet is what is missing among cases, apart from the operations that are excepted.
func unmet(asks, but string, cases []plan.Case) (lacks []string) {
	sent := map[string]bool{}
	for _, c := range cases {
		for _, st := range c.Script() {
			for _, op := range st.Operations {
				sent[op] = true
			}
		}
	}
	except := strings.Split(but, ", ")
	switch set, operations := strings.CutPrefix(asks, "operations: "); {
	case operations && scopes[set] == nil:
		return []string{"can be named: it is none of the sets of operations"}
	case operations:
		for _, op := range steps.Language().Operations {
			excepted := slices.ContainsFunc(except, func(glob string) bool { ok, _ := path.Match(glob, op.Name); return ok })
			if scopes[set](op) && sent[op.Name] == excepted {
				lacks = append(lacks, map[bool]string{false: "sends " + op.Name, true: "needs to except " + op.Name}[excepted])
			}
		}
	case asks == "another":
		if !slices.ContainsFunc(cases, func(c plan.Case) bool { return len(prepared(c)) > 1 }) {
			lacks = append(lacks, "has a second resource of one kind")
		}
	case asks == "moments":
		if !slices.ContainsFunc(cases, func(c plan.Case) bool { return c.Wait() > 0 || c.Timed() }) {
			lacks = append(lacks, "lets time pass")
		}
	case asks != "":
		lacks = append(lacks, "can be meant: want operations: SET, another or moments")
	}
	return lacks
}

// prepared are the names of the resources of that kind of which the case prepares most.
func prepared(c plan.Case) (most []string) {
	names := map[string][]string{}
	for _, st := range c.Script() {
		if st.Keyword == "Given" && st.State != "" {
			names[st.Say("resource")] = append(names[st.Say("resource")], st.Say("named"))
		}
	}
	for _, of := range names {
		if len(of) > len(most) {
			most = of
		}
	}
	return most
}
