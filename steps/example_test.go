package steps_test

import (
	"context"
	"fmt"

	"ifmatch/features"
	"ifmatch/reference"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// Judges a server by a few cases. Here it is the reference, with a fault: it ignores If-Match.
func Example() {
	fault, _ := reference.LookupFault("if-match-ignored")
	server := reference.New(reference.Options{Faults: []reference.Fault{fault}})
	defer server.Close()
	if _, err := server.Listen(context.Background(), reference.Blob, "127.0.0.1:0"); err != nil {
		fmt.Println(err)
		return
	}
	target, err := steps.Endpoint(server.ConnectionString())
	if err != nil {
		fmt.Println(err)
		return
	}
	suite, err := steps.Load(features.FS)
	if err != nil {
		fmt.Println(err)
		return
	}
	chosen, err := suite.Select(plan.Selection{Select: []string{"BLOB-TAB-*/put-blob/block-blob/exists/if-match-*"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := steps.Run(context.Background(), steps.Config{Target: target, Plan: chosen})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range run.Scenarios {
		fmt.Println(s.ID, s.Status)
	}
	// Output:
	// BLOB-TAB-01C/put-blob/block-blob/exists/if-match-current passed
	// BLOB-TAB-01C/put-blob/block-blob/exists/if-match-stale failed
}
