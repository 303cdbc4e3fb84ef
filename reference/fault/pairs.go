package fault

import (
	"slices"
	"strings"
)

// pairs are, for clauses about some operations at once or in turn, those that state the same for every pair of operations.
// A fault names the former, so that few cases must be played to notice it; a card that names the latter is right, too.
var pairs = map[string]string{
	"BLOB-CONS-02":  "BLOB-PAIR-04",
	"BLOB-CONS-05":  "BLOB-PAIR-04",
	"BLOB-RACE-01":  "BLOB-PAIR-01 BLOB-PAIR-11",
	"BLOB-RACE-02":  "BLOB-PAIR-01",
	"BLOB-RACE-03":  "BLOB-PAIR-01",
	"BLOB-RACE-07":  "BLOB-PAIR-04",
	"BLOB-RACE-08":  "BLOB-PAIR-02 BLOB-PAIR-09 CONT-PAIR-01 CONT-PAIR-05",
	"BLOB-RACE-10":  "BLOB-PAIR-05 CONT-PAIR-04",
	"BLOB-RACE-11":  "BLOB-PAIR-01",
	"BLOB-RACE-12":  "BLOB-PAIR-06 BLOB-PAIR-09",
	"FILE-CONS-01":  "FILE-PAIR-03",
	"QUEUE-CONS-01": "QUEUE-PAIR-04",
	"QUEUE-RACE-02": "QUEUE-PAIR-03",
	"TABLE-OCC-15":  "TABLE-PAIR-01 TABLE-PAIR-07",
	"TABLE-PAIR-02": "TABLE-PAIR-07",
	"TABLE-RACE-01": "TABLE-PAIR-01 TABLE-PAIR-07",
	"TABLE-RACE-03": "TABLE-PAIR-01 TABLE-PAIR-07",
}

// InPairs reports whether a clause states for every pair of operations what a clause of the fault states for some.
func (f Fault) InPairs(clause string) bool {
	return slices.ContainsFunc(f.Clauses, func(c string) bool { return slices.Contains(strings.Fields(pairs[c]), clause) })
}
