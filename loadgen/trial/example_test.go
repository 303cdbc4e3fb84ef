package trial_test

import (
	"context"
	"fmt"
	"os"

	"ifmatch/loadgen"
	"ifmatch/loadgen/folder"
	"ifmatch/loadgen/judge"
	"ifmatch/loadgen/trial"
	"ifmatch/loadgen/workload"
	"ifmatch/reference"
)

// Makes a whole run: 200 requests of four clients that contend for one blob, its figures and its verdict. Later, the
// history in the folder is judged again.
func Example() {
	server := reference.New(reference.Options{})
	defer server.Close()
	if _, err := server.Listen(context.Background(), reference.Blob, "127.0.0.1:0"); err != nil {
		fmt.Println(err)
		return
	}
	endpoint, err := loadgen.EndpointOf(server.ConnectionString())
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "run")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	w, _ := workload.Lookup("blob-cas")
	bench := trial.Bench{Endpoint: endpoint, Name: "mine"}
	run, err := bench.Run(context.Background(), trial.Plan{Workload: w, Options: w.Defaults, Clients: 4, Operations: 200, Prefix: "example-"}, trial.NewID(), dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(run.Plan.Workload, "on", run.Target.Name, "-", run.Plan.Shape, "-", run.Verdict.State)
	histories, err := folder.Histories(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := judge.Group(histories, judge.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("again:", again.Verdict.State)
	// Output:
	// blob-cas on mine - 4 clients in a closed loop, at most 200 requests - valid
	// again: valid
}
