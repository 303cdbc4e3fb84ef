package tap_test

import (
	"fmt"
	"os"

	"ifmatch/reports"
	"ifmatch/reports/tap"
)

// Renders a result; junit, markdown, html and github do so by the same signature.
func Example() {
	run := reports.Run{Plan: reports.Plan{Level: "should"}, Summary: reports.Summary{Planned: 2, Passed: 1, Skipped: 1}, Scenarios: []reports.Scenario{
		{ID: "BLOB-TAB-15C/put-blob", Level: "must", Clauses: []string{"BLOB-TAB-15C"}, Status: reports.Passed},
		{ID: "BLOB-TAB-15C/put-page", Level: "must", Clauses: []string{"BLOB-TAB-15C"}, Status: reports.Skipped, Reason: "the target has no page blobs"},
	}}
	if err := tap.Write(os.Stdout, run); err != nil {
		fmt.Println(err)
	}
	// Output:
	// TAP version 13
	// 1..2
	// ok 1 - BLOB-TAB-15C/put-blob
	// ok 2 - BLOB-TAB-15C/put-page # SKIP the target has no page blobs
	// # conforms: 1 of 2 cases passed; 1 not judged (the target has no page blobs: 1) · level should · seed 0 · 0
}
