package diff_test

import (
	"fmt"

	"ifmatch/reports"
	"ifmatch/reports/diff"
)

// What a change of the server broke.
func Example() {
	result := func(status reports.Status) reports.Run {
		return reports.Run{Plan: reports.Plan{Level: "should"}, Scenarios: []reports.Scenario{
			{ID: "BLOB-ETAG-04/put-blob", Level: "must", Clauses: []string{"BLOB-ETAG-04"}, Status: status},
		}}
	}
	d := diff.Compare(result(reports.Passed), result(reports.Failed))
	fmt.Println("deviates:", d.Outcome() == reports.Deviates)
	for _, c := range d.Of(diff.Fails) {
		fmt.Println(c.New.ID, c.Old.Status, c.New.Status)
	}
	// Output:
	// deviates: true
	// BLOB-ETAG-04/put-blob passed failed
}
