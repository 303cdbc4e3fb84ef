package threshold_test

import (
	"fmt"

	"ifmatch/reports/load"
	"ifmatch/reports/load/threshold"
)

// A gate on a load: too few commits a second fail it.
func Example() {
	e, err := threshold.Parse("goodput<500")
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := e.Check(load.Run{Seconds: 10, Contention: load.Contention{Goodput: 420, Attempts: 5000, Commits: 4200}})
	fmt.Println(t.Failed, err)
	// Output:
	// true <nil>
}
