package lease

import (
	"cmp"
	"strings"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// story is everything that a sentence about one violation needs.
type story struct {
	rules *rules
	e     *history.Event
	was   bounds.Trace[tenancy]
	t     tenancy
}

func (s story) refused() bool { return s.e.Outcome == history.Refused }

// own reports whether the operation named the id that holds the lease, or held it last.
func (s story) own() bool { return s.t.mode != available && s.t.id == s.e.Lease }

// clauses are the ids of the promises about the operation in the state that it found: the
// sentence of the article, if any, and a cell of a matrix of the specification. If the
// state allows the answer, only its time is wrong. The cell then demands the answer that
// is complained about, so it is left out.
func (s story) clauses() (out []string) {
	service := "BLOB"
	if s.rules.file {
		column := [...]int{available: 0, broken: 1, leased: 2, breaking: 2, expired: 2}[s.t.mode]
		return []string{"FILE-LEASE-" + s.of(files)[column]}
	}
	if s.rules.container {
		service, out = "CONT", []string{"CONT-LEASE-01"}
	} else if a := s.of(article)[0]; a != "" {
		out = []string{a}
	}
	if !s.allowed() {
		out = append(out, service+s.cell())
	}
	if len(out) == 0 {
		out = []string{"BLOB-LEASE-02"} // how long a lease lasts
	}
	return out
}

// allowed reports whether the operation may have its answer in the state that it found.
func (s story) allowed() bool {
	_, ok := s.rules.Apply(s.t, &bounds.Op{Event: s.e})
	return ok
}

// row is a kind of contradiction: the operations that it is about (A to B, or r reads, d deletes, w other writes; "" is all), when
// it holds (see of), and what is said of it.
type row struct {
	ops, when string
	says      []string
}

// kinds are the letters of the operations on leases and files.
var kinds = map[history.Op]rune{
	history.Acquire: 'A', history.Renew: 'N', history.Change: 'C', history.Release: 'R', history.Break: 'B', history.Read: 'r', history.GetRange: 'r', history.Delete: 'd',
}

// of is what the first row says that fits.
func (s story) of(rows []row) []string {
	kind, nameless := cmp.Or(kinds[s.e.Op], 'w'), s.e.Lease == history.None
	holds := map[rune]bool{
		'+': !s.refused(), '-': s.refused(), '0': nameless, 'i': !nameless, 'o': s.own(), 'x': s.t.mode == expired, 'f': s.t.mode == available, 'k': s.t.locked(),
		's': reads(s.e) || s.rules.container && s.e.Op != history.Delete,
	}
	for _, r := range rows {
		fits := r.ops == "" || strings.ContainsRune(r.ops, kind)
		for _, what := range r.when {
			fits = fits && holds[what]
		}
		if fits {
			return r.says
		}
	}
	return []string{""}
}

// article are the sentences of the article, by what breaks them.
var article = []row{
	{"A", "+", []string{"BLOB-LEASE-06"}}, {"A", "-x", []string{"BLOB-LEASE-05"}}, {"A", "-f", []string{"BLOB-LEASE-04"}},
	{"N", "-", []string{"BLOB-LEASE-03"}}, {"R", "-", []string{"BLOB-LEASE-04"}}, {"r", "0", []string{"BLOB-LEASE-11"}},
	{"wd", "+0", []string{"BLOB-LEASE-09"}}, {"wd", "-k", []string{"BLOB-LEASE-08"}}, {"wd", "+x", []string{"BLOB-LEASE-10"}}, {"wd", "+", []string{"BLOB-LEASE-07"}},
}

// files are the clauses for the lease of a file, whose matrix is a list of clauses: while it is free, broken, and held.
var files = []row{
	{"A", "-", []string{"01", "09", "04"}}, {"A", "+", []string{"03", "03", "03"}}, {"C", "", []string{"10", "11", "05"}},
	{"R", "-", []string{"10", "09", "06"}}, {"R", "+", []string{"10", "11", "07"}}, {"B", "", []string{"10", "09", "08"}},
	{"", "+i", []string{"15", "15", "14"}}, {"r", "o", []string{"17", "17", "17"}}, {"r", "", []string{"16", "16", "16"}},
	{"", "o", []string{"13", "13", "13"}}, {"", "", []string{"12", "12", "12"}},
}

// matrices of the specification, without the name of the service.
var matrices = map[history.Op]string{
	history.Acquire: "-LM-ACQ-", history.Renew: "-LM-REN-", history.Change: "-LM-CHG-", history.Release: "-LM-REL-", history.Break: "-LM-BRK-",
	history.Read: "-UM-R-",
}

// cell is the id of a cell without the service: the matrix, the row and the column.
func (s story) cell() string {
	op, row, column := s.e.Op, "B", s.t.mode.column()
	if s.own() || s.t.mode == available && op != history.Acquire {
		row = "A"
	}
	switch {
	case op == history.Change && row == "A":
		row = "AB"
	case op == history.Change:
		row = "BC"
	case op == history.Renew && row == "A" && s.t.mode == expired:
		column = "Ex-clean"
	case op == history.Break && s.e.Arg == 0:
		row = "0"
	case op == history.Break && s.e.Arg != history.Infinite:
		row = "N"
	case op == history.Break && s.t.mode == leased && s.t.span == history.Infinite:
		row, column = "D", "Le-infinite"
	case op == history.Break && s.t.mode == leased:
		row, column = "D", "Le-finite"
	case op == history.Break:
		row = "D"
	case op <= history.Acquire && s.e.Lease == history.None:
		row = "0"
	}
	matrix := cmp.Or(matrices[op], "-UM-W-")
	switch {
	case !s.rules.container || op >= history.Acquire:
	case op == history.Delete:
		matrix = "-UM-D-"
	default:
		matrix = "-UM-O-"
	}
	return matrix + row + "-" + column
}
