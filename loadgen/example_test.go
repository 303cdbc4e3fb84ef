package loadgen_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"ifmatch/loadgen"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/workload"
	"ifmatch/reference"
)

// Sends 500 requests of four clients that contend for one blob, and proves by the history that no update was lost.
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
	folder, err := os.MkdirTemp("", "history")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	w, _ := workload.Lookup("blob-cas")
	config := loadgen.Config{
		Endpoint: endpoint, Workload: w, Options: w.Defaults, Run: "0123abcd", Prefix: "example-", Clients: 4, Operations: 500,
		History: filepath.Join(folder, "history.ifm"),
	}
	if _, err := loadgen.Run(context.Background(), config); err != nil {
		fmt.Println(err)
		return
	}
	recorded, err := history.ReadFile(config.History)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Invariant, "-", check.History(recorded, check.Options{Needs: w.Needs}).State)
	// Output: no update is lost: a write with If-Match replaces exactly the version it names - valid
}
