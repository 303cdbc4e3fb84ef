package lease

import (
	"fmt"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// clauses are the ids of what the specification promises about the operation in
// the state that it found: a cell of one of its matrices, with the sentence of
// the article where there is one. Where the state by itself allows the answer, so
// that its time does not fit, the cell demands what is complained about and is no
// promise that was broken.
func (s story) clauses() (out []string) {
	service := "BLOB"
	if s.c.rules.file {
		return []string{s.file()}
	}
	if s.c.rules.container {
		service, out = "CONT", []string{"CONT-LEASE-01"}
	} else if a := s.article(); a != "" {
		out = []string{a}
	}
	if !s.allowed() {
		out = append(out, service+s.cell())
	}
	if len(out) == 0 {
		out = []string{"BLOB-LEASE-02"} // how long it lasts
	}
	return out
}

// allowed tells whether the operation may be answered so in the state that it found.
func (s story) allowed() bool {
	if s.e.Outcome == history.Refused {
		return s.c.rules.refuses(s.t, s.e)
	}
	_, ok := s.c.rules.Apply(s.t, &bounds.Op{Event: s.e})
	return ok
}

// article is the sentence of the article that is violated, if any.
func (s story) article() string {
	refused := s.e.Outcome == history.Refused
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

// file is the clause of the lease of a file: its matrix is a list of them.
func (s story) file() string {
	refused, own := s.e.Outcome == history.Refused, s.t.mode != available && s.t.id == s.e.Lease
	free := s.t.mode == available
	pick := func(ofFree, ofBroken, ofLeased int) string {
		n := ofLeased
		if free {
			n = ofFree
		} else if s.t.mode == broken {
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
	case reads(s.e) && own:
		return "FILE-LEASE-17"
	case reads(s.e):
		return "FILE-LEASE-16"
	case own:
		return "FILE-LEASE-13"
	}
	return "FILE-LEASE-12"
}

// cell is the row and column of the matrix, without the service.
func (s story) cell() string {
	own := s.t.mode != available && s.t.id == s.e.Lease
	which := func(mine, other string) string {
		if own || s.t.mode == available {
			return mine
		}
		return other
	}
	column := s.t.mode.column()
	switch s.e.Op {
	case history.Acquire:
		if s.e.Lease == history.None {
			return "-LM-ACQ-0-" + column
		}
		if own {
			return "-LM-ACQ-A-" + column
		}
		return "-LM-ACQ-B-" + column
	case history.Renew:
		if row := which("A", "B"); row == "B" || s.t.mode != expired {
			return "-LM-REN-" + row + "-" + column
		}
		return "-LM-REN-A-Ex-clean"
	case history.Change:
		return "-LM-CHG-" + which("AB", "BC") + "-" + column
	case history.Release:
		return "-LM-REL-" + which("A", "B") + "-" + column
	case history.Break:
		return "-LM-BRK-" + s.broke(column)
	}
	table := "-UM-W-"
	switch {
	case s.c.rules.container && s.e.Op == history.Delete:
		table = "-UM-D-"
	case s.c.rules.container:
		table = "-UM-O-"
	case s.e.Op == history.Read:
		table = "-UM-R-"
	}
	if s.e.Lease == history.None {
		return table + "0-" + column
	}
	return table + which("A", "B") + "-" + column
}

// broke is the row and column of a break.
func (s story) broke(column string) string {
	switch {
	case s.e.Arg == 0:
		return "0-" + column
	case s.e.Arg != history.Infinite:
		return "N-" + column
	case s.t.mode == leased && s.t.span == history.Infinite:
		return "D-Le-infinite"
	case s.t.mode == leased:
		return "D-Le-finite"
	}
	return "D-" + column
}

// story is what is told about one violation.
type story struct {
	c   *checker
	op  *bounds.Op
	e   *history.Event // of it
	was bounds.Trace[tenancy]
	t   tenancy
}
