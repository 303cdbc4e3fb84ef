package baseline_test

import (
	"fmt"
	"os"

	"ifmatch/reports"
	"ifmatch/reports/baseline"
)

// A list is written once, from what fails today. Later a failure that is listed is known, and a new one is red.
func Example() {
	failed := func(id, clause string) reports.Scenario {
		return reports.Scenario{ID: id, Level: "must", Clauses: []string{clause}, Status: reports.Failed, Respect: "status", Want: "412", Got: "201"}
	}
	exists := func(baseline.Line) bool { return true } // whether the suite has a case of a line
	run := reports.Run{Plan: reports.Plan{Level: "should"}, Scenarios: []reports.Scenario{failed("BLOB-ETAG-04/put-blob", "BLOB-ETAG-04")}}
	list := baseline.List{}.Update([]reports.Run{run}, exists)
	if err := list.Write(os.Stdout); err != nil {
		fmt.Println(err)
	}

	run.Scenarios = append(run.Scenarios, failed("BLOB-LEASE-01/put-blob", "BLOB-LEASE-01"))
	judged := list.Judge(run, "known.tsv", exists)
	for _, s := range judged.Scenarios {
		fmt.Println(s.ID, s.Status)
	}
	fmt.Println("deviates:", judged.Outcome() == reports.Deviates)
	// Output:
	// # Known failures: a case, how it fails, why, and where that is followed up,
	// # separated by tabs. "sometimes 3/61" before how lets the case pass as well: it failed
	// # in 3 of 61 rounds. A case that ends with ** stands for all cases of chance of its clause.
	// # `ifmatch run --baseline FILE` compares a run with them, --write-baseline FILE
	// # writes them again, sorted, and keeps reasons, links and comments.
	//
	// BLOB-ETAG-04/put-blob	effect
	// BLOB-ETAG-04/put-blob known-failure
	// BLOB-LEASE-01/put-blob failed
	// deviates: true
}
