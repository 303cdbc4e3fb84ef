package reports_test

import (
	"bytes"
	"fmt"

	"ifmatch/reports"
)

// Stores a result, and reads it again: what a program needs that makes a report of its own.
func Example() {
	run := reports.Run{
		Tool: reports.Tool{Name: "mine", Version: "1"},
		Plan: reports.Plan{Level: "should"}, Summary: reports.Summary{Planned: 2, Passed: 1, Failed: 1},
		Scenarios: []reports.Scenario{
			{ID: "BLOB-TAB-15C/put-blob", Level: "must", Service: "blob", Clauses: []string{"BLOB-TAB-15C"}, Status: reports.Passed},
			{ID: "BLOB-TAB-15C/put-page", Level: "must", Service: "blob", Clauses: []string{"BLOB-TAB-15C"}, Status: reports.Failed, Reason: "status 201, want 412"},
		},
	}
	var file bytes.Buffer
	if err := reports.Encode(&file, run); err != nil {
		fmt.Println(err)
		return
	}
	again, err := reports.Decode(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range again.Scenarios {
		fmt.Printf("%s %s %q\n", s.ID, s.Status, s.Reason)
	}
	fmt.Println("deviates:", again.Outcome() == reports.Deviates)
	// Output:
	// BLOB-TAB-15C/put-blob passed ""
	// BLOB-TAB-15C/put-page failed "status 201, want 412"
	// deviates: true
}
