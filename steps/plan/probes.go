package plan

import (
	"fmt"
	"io/fs"
	"slices"

	"ifmatch/steps/plan/register"
	"ifmatch/steps/verdict"
)

// probesFile says which case shows a finding by itself: the smallest that sends the operation
// and reads.
const probesFile = "probes.tsv"

// any stands in that table for every respect, or every operation.
const whatever = "*"

// probe is one line of the table. A read that is wrong in itself can have a line for each
// operation after which it is read.
type probe struct {
	operation, respect, after string
	at                        int // the case's index in the suite
}

// readProbes reads the table and looks up its cases. A suite without the file has no probes.
func readProbes(fsys fs.FS, cases []Case) ([]probe, error) {
	if _, err := fs.Stat(fsys, probesFile); err != nil {
		return nil, nil
	}
	t, err := register.ReadRows(fsys, probesFile)
	if err != nil {
		return nil, err
	}
	at := make(map[string]int, len(cases))
	for i, c := range cases {
		at[c.ID] = i
	}
	out := make([]probe, 0, len(t.Rows))
	for i, row := range t.Rows {
		n, ok := at[row["case"]]
		if !ok {
			return nil, fmt.Errorf("%s line %d: no case is called %q", probesFile, i+2, row["case"])
		}
		out = append(out, probe{row["operation"], row["respect"], row["after"], n})
	}
	return out, nil
}

// find lists the cases that show a finding by themselves, as indexes in the suite, in the order
// in which to try them: those of the likeliest operation first, and for each operation in the
// order of the table.
func find(table []probe, f verdict.Finding) []int {
	var out []int
	for _, op := range f.Suspects() {
		for _, p := range table {
			fits := p.operation == op && (p.respect == whatever || p.respect == f.Respect) && (p.after == whatever || p.after == f.Key().After)
			if fits && !slices.Contains(out, p.at) {
				out = append(out, p.at)
			}
		}
	}
	return out
}
