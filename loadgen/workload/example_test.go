package workload_test

import (
	"fmt"

	"ifmatch/loadgen/workload"
)

// What a workload does, and what a correct service guarantees under it.
func Example() {
	w, found := workload.Lookup("blob-cas")
	fmt.Println(found, w.Services)
	fmt.Println(w.Invariant)
	fmt.Println(w.Commit)
	// Output:
	// true [blob]
	// no update is lost: a write with If-Match replaces exactly the version it names
	// a Put Blob that replaced the version it named
}
