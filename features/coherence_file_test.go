package features_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

func TestEveryFileClauseHasACase(t *testing.T) {
	t.Parallel()
	for _, cl := range suite(t).Uncovered("file") {
		t.Errorf("no case for %s, %s: %s", cl.ID, cl.Level, cl.Statement)
	}
}

// fileOperations are the operations of the File service on a kind of resource.
func fileOperations(kind string, fits func(scenario.Operation) bool) (out []scenario.Operation) {
	for _, op := range steps.Language().Lexicon(target.File).Operations {
		if op.Kinds[0] == kind && fits(op) {
			out = append(out, op)
		}
	}
	return out
}

// tries reports whether a case of a feature sends an operation to a resource in a state, with
// words that fit.
func tries(t *testing.T, feature, operation, state string, fits func(with string) bool) bool {
	t.Helper()
	return slices.ContainsFunc(suite(t).Cases, func(c plan.Case) bool {
		if c.Feature != feature || !strings.HasSuffix(c.Steps[0], " "+state) {
			return false
		}
		with, ok := sends(c, operation)
		return ok && fits(with)
	})
}

// leaseID reports whether the words of a request name the lease id: A, B or, if empty, none.
func leaseID(with, id string) bool {
	if id == "" {
		return !strings.Contains(" "+with, " lease id ") || strings.Contains(with, "no lease id")
	}
	return strings.Contains(" "+with, " lease id "+id)
}

// TestLeaseUseMatrixOfFiles: every operation that can name a lease is tried in every lease
// state, without an id, with the lease's id and with another.
func TestLeaseUseMatrixOfFiles(t *testing.T) {
	t.Parallel()
	for _, matrix := range []struct {
		kind, feature string
		states        []string
		beside        []string // further operations, which the documents do not name there
	}{
		{"file", "file/lease_use", []string{"Available", "Leased(A)", "Broken(A)"}, []string{"Abort Copy File", "Put Range from URL"}},
		{"share", "file/share_leases", []string{"Available", "Leased(A)", "Broken(A)", "Expired(A)"}, []string{"Get Share Stats"}},
	} {
		for _, op := range fileOperations(matrix.kind, func(op scenario.Operation) bool {
			return op.Lease == scenario.LeaseRequired || op.Lease == scenario.LeaseShared
		}) {
			if slices.Contains(matrix.beside, op.Name) {
				continue
			}
			ids := []string{"", "A", "B"}
			if matrix.kind == "share" && op.Reads {
				ids = ids[:2] // the page does not say how a read with another id is answered
			}
			for _, state := range matrix.states {
				for _, id := range ids {
					if !tries(t, matrix.feature, op.Name, state, func(with string) bool { return leaseID(with, id) }) {
						t.Errorf("no case sends %s with lease id %q to a %s that is %s", op.Name, id, matrix.kind, state)
					}
				}
			}
		}
	}
}

// TestLeaseActionMatrixOfFiles: every action is tried in every state of the lease.
func TestLeaseActionMatrixOfFiles(t *testing.T) {
	t.Parallel()
	for _, matrix := range []struct {
		kind, feature string
		states        []string
		beside        map[string]string // states for which the documents say nothing about an action
	}{
		{"file", "file/leases", []string{"Available", "Leased(A)", "Broken(A)"}, nil},
		{"share", "file/share_leases", []string{"Available", "Leased(A)", "Breaking(A)", "Broken(A)", "Expired(A)"}, map[string]string{
			"Lease Share change": "Broken(A) Expired(A)", "Lease Share release": "Broken(A) Expired(A)", "Lease Share break": "Broken(A) Expired(A)"}},
	} {
		for _, op := range fileOperations(matrix.kind, func(op scenario.Operation) bool { return op.Lease == scenario.LeaseSubject }) {
			for _, state := range matrix.states {
				tried := tries(t, matrix.feature, op.Name, state, func(string) bool { return true })
				if said := !strings.Contains(matrix.beside[op.Name], state); tried != said {
					t.Errorf("a case sends %s to a %s that is %s: %v, want %v", op.Name, matrix.kind, state, tried, said)
				}
			}
		}
	}
}

// TestEveryFileOperationRefusesConditions: each header is tried with a value that is met and
// with one that is not. What is restored has no ETag to name.
func TestEveryFileOperationRefusesConditions(t *testing.T) {
	t.Parallel()
	values := map[string][2]string{"If-Match": {"current", "stale"}, "If-None-Match": {"other", "current"},
		"If-Modified-Since": {"yesterday", "same"}, "If-Unmodified-Since": {"same", "yesterday"}}
	cases := slices.DeleteFunc(slices.Clone(suite(t).Cases), func(c plan.Case) bool {
		return c.Feature != "file/conditions" || !slices.Contains(c.Clauses, "FILE-ETAG-06")
	})
	for _, op := range steps.Language().Lexicon(target.File).Operations {
		if op.Name == "Restore Share" {
			continue
		}
		for header, both := range values {
			for _, value := range both {
				if !slices.ContainsFunc(cases, func(c plan.Case) bool {
					with, ok := sends(c, op.Name)
					return ok && with == header+" "+value
				}) {
					t.Errorf("no case sends %s with %s %s", op.Name, header, value)
				}
			}
		}
	}
}

// TestShareModesAreTheDocuments compares the cases of share modes, cell by cell, with the documents' table of what each
// mode keeps out. The lease under full sharing has tables of its own. FILE-SHR-01 to FILE-SHR-08
func TestShareModesAreTheDocuments(t *testing.T) {
	t.Parallel()
	const asOneMay, refused, elsewhere = "-", "Y", "?"
	got := map[string]string{}
	for _, c := range suite(t).Cases {
		op, mode, ok := strings.Cut(c.Name, " while the file is open for Write and shares ")
		clause, operation, _ := strings.Cut(op, " ")
		if !ok || !strings.HasPrefix(clause, "FILE-SHR-") {
			continue
		}
		cell := asOneMay
		if a := answers(t, c); len(a) != 1 || a[0].String() == "409 SharingViolation" {
			cell = refused
		}
		got[clause+" "+mode+" "+operation] = cell
	}
	cells := 0
	for n, row := range table(t, "share-modes") {
		for column, want := range row {
			if column == "share mode" || want == elsewhere {
				continue
			}
			cells++
			at := fmt.Sprintf("FILE-SHR-%02d %s %s", n+1, row["share mode"], column)
			if got[at] != want {
				t.Errorf("%s: the case says %q, the documents %q", at, got[at], want)
			}
		}
	}
	if len(got) != cells {
		t.Errorf("%d cases, the documents have %d cells", len(got), cells)
	}
}
