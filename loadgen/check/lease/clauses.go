package lease

import (
	"cmp"
	"fmt"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// story is everything that a sentence about one violation needs.
type story struct {
	rules *rules
	op    *bounds.Op
	e     *history.Event // the event of op
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
		return []string{s.file()}
	}
	if s.rules.container {
		service, out = "CONT", []string{"CONT-LEASE-01"}
	} else if a := s.article(); a != "" {
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
	if s.refused() {
		return s.rules.refuses(s.t, s.e)
	}
	_, ok := s.rules.Apply(s.t, &bounds.Op{Event: s.e})
	return ok
}

// article is the sentence of the article that was broken; "" if there is none.
func (s story) article() string {
	refused := s.refused()
	writes := !reads(s.e) && s.e.Op < history.Acquire
	switch {
	case s.e.Op == history.Acquire && !refused:
		return "BLOB-LEASE-06"
	case s.e.Op == history.Acquire && s.t.mode == expired:
		return "BLOB-LEASE-05"
	case s.e.Op == history.Acquire && s.t.mode == available:
		return "BLOB-LEASE-04"
	case s.e.Op == history.Renew && refused:
		return "BLOB-LEASE-03"
	case s.e.Op == history.Release && refused:
		return "BLOB-LEASE-04"
	case reads(s.e) && s.e.Lease == history.None:
		return "BLOB-LEASE-11"
	case writes && s.e.Lease == history.None && !refused:
		return "BLOB-LEASE-09"
	case writes && refused && s.t.locked():
		return "BLOB-LEASE-08"
	case writes && !refused && s.t.mode == expired:
		return "BLOB-LEASE-10"
	case writes && !refused:
		return "BLOB-LEASE-07"
	}
	return ""
}

// file is the clause for the lease of a file, whose matrix is a list of clauses.
func (s story) file() string {
	refused := s.refused()
	pick := func(ofFree, ofBroken, ofLeased int) string {
		n := ofLeased
		switch s.t.mode {
		case available:
			n = ofFree
		case broken:
			n = ofBroken
		}
		return fmt.Sprintf("FILE-LEASE-%02d", n)
	}
	switch {
	case s.e.Op == history.Acquire && refused:
		return pick(1, 9, 4)
	case s.e.Op == history.Acquire:
		return "FILE-LEASE-03"
	case s.e.Op == history.Change:
		return pick(10, 11, 5)
	case s.e.Op == history.Release && refused:
		return pick(10, 9, 6)
	case s.e.Op == history.Release:
		return pick(10, 11, 7)
	case s.e.Op == history.Break:
		return pick(10, 9, 8)
	case s.e.Lease != history.None && !refused:
		return pick(15, 15, 14)
	case reads(s.e) && s.own():
		return "FILE-LEASE-17"
	case reads(s.e):
		return "FILE-LEASE-16"
	case s.own():
		return "FILE-LEASE-13"
	}
	return "FILE-LEASE-12"
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
