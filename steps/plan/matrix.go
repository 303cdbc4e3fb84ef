package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ifmatch/steps/plan/register"
)

// leaseColumn is a column of the documents' matrices and the state of the resource in it. briefly is
// that state for a row about the end of the state, in which only time passes.
type leaseColumn struct{ name, state, briefly string }

var leaseColumns = []leaseColumn{
	{"Av", "Available", "Available"},
	{"Le", "Leased(A)", "Leased(A) for 15 seconds"},
	{"Bi", "Breaking(A)", "Breaking(A) for 15 seconds"},
	{"Bo", "Broken(A)", "Broken(A)"},
	{"Ex", "Expired(A)", "Expired(A)"},
}

// leaseState is the state before the action: of the resource, in the words of a Given, and of
// the lease alone.
type leaseState struct{ resource, lease string }

// leaseCases are the finer states that a cell with several outcomes distinguishes, by the
// suffix of their clauses.
var leaseCases = map[string]leaseState{
	"finite":   {"Leased(A) for 60 seconds", "Leased(A)"},
	"infinite": {"Leased(A) with infinite duration", "Leased(A)"},
	"clean":    {"Expired(A)", "Expired(A)"},
	"modified": {"Expired(A) and was modified since", "Available"}, // for a blob: no write changes a container's lease
	"leased":   {"Expired(A) and was leased since", "Leased(B)"},
}

// expandedColumns are the columns added to every expanded row.
var expandedColumns = []string{"state", "answer", "effect", "lease", "lease time"}

// isMatrix reports whether an Examples block has the form that Microsoft prints, with one column for each
// lease state, so that a reader can compare the two. Each cell is one case or several:
//
//	| clause         | action | Av | Le | Bi | Bo | Ex |
//	| BLOB-LM-ACQ-B  | ...    | 201 -> Leased(B) | 409 LeaseAlreadyPresent | ...
//
// The outline's steps may use <state>, <answer>, <effect>, <lease> and <lease time> in
// addition to the row's own columns. A column "operations" lists several operations with
// semicolons; each operation makes a case of every cell, under <operation>.
func isMatrix(head []string) bool {
	return !slices.ContainsFunc(leaseColumns, func(c leaseColumn) bool { return !slices.Contains(head, c.name) })
}

// expand turns one row of a matrix into its cases.
func expand(head, row []string) (outHead []string, out [][]string, err error) {
	value := func(name string) string {
		if i := slices.Index(head, name); i >= 0 {
			return row[i]
		}
		return ""
	}
	operations := strings.Split(value("operations"), ";")
	for i, op := range operations {
		if operations[i] = strings.TrimSpace(op); operations[i] == "" && slices.Contains(head, "operations") {
			return nil, nil, fmt.Errorf("operations %q: an empty name", value("operations"))
		}
	}
	outHead = slices.Concat(slices.DeleteFunc(slices.Clone(head), isLeaseColumn), expandedColumns)
	if i := slices.Index(outHead, "operations"); i >= 0 {
		outHead[i] = "operation"
	}
	for _, col := range leaseColumns {
		outcomes, err := register.ParseOutcomes(value(col.name))
		if err != nil {
			return nil, nil, err
		}
		for _, o := range outcomes {
			from, err := col.before(o)
			if err != nil {
				return nil, nil, err
			}
			o.State = cmp.Or(o.State, from.lease) // a refusal leaves the lease unchanged
			for _, op := range operations {
				out = append(out, expandCell(head, row, col.name, op, from.resource, o))
			}
		}
	}
	return outHead, out, nil
}

// before is the state in which an outcome of the column's cells begins.
func (col leaseColumn) before(o register.Outcome) (leaseState, error) {
	from := leaseState{col.state, col.state}
	if o.Passing != "" {
		if (o.Passing == "stays") != (o.State == col.state) {
			return from, fmt.Errorf("a resource that is %s %s %s", col.state, o.Passing, o.State)
		}
		from.resource = col.briefly
	}
	if o.Case != "" {
		var ok bool
		if from, ok = leaseCases[o.Case]; !ok {
			return from, fmt.Errorf("case %q of a cell names no state", o.Case)
		}
	}
	return from, nil
}

func isLeaseColumn(name string) bool {
	return slices.ContainsFunc(leaseColumns, func(c leaseColumn) bool { return c.name == name })
}

// expandCell writes one outcome as a plain row.
func expandCell(head, row []string, column, operation, state string, o register.Outcome) []string {
	var out []string
	for i, h := range head {
		switch {
		case isLeaseColumn(h):
		case h == "clause":
			id := row[i] + "-" + column
			if o.Case != "" {
				id += "-" + o.Case
			}
			out = append(out, id)
		case h == "operations":
			out = append(out, operation)
		default:
			out = append(out, row[i])
		}
	}
	effect := "unchanged"
	if o.Answer == "ok" || strings.HasPrefix(o.Answer, "2") {
		effect = "as asked"
	}
	return append(out, state, o.Answer, effect, o.State, cmp.Or(o.LeaseTime, "absent"))
}
