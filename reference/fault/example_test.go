package fault_test

import (
	"fmt"

	"ifmatch/reference/fault"
)

// A fault by its name: reference.WithFault builds it into a server, and the suite is asked whether it notices.
func Example() {
	f, found := fault.Lookup("if-match-ignored")
	fmt.Println(found, f.Sentence)
	fmt.Println(f.Kind(), f.Sporadic())
	seldom := fault.Sporadic()[0]
	fmt.Println("shows every time:", seldom.Rate == 0)
	// Output:
	// true Put Blob ignores If-Match.
	// middleware false
	// shows every time: false
}
