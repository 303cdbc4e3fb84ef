package lease

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// TestALateAnswer has what a load in bad weather recorded of a lease. A change of its id took effect at once and was answered
// 100 ms later, when many others had held the lease and much had not been answered.
func TestALateAnswer(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/late_answer.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var events []history.Event
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		e := history.Event{Seq: uint32(len(events) + 1)}
		if _, err := fmt.Sscan(lines.Text(), &e.Client, &e.Op, &e.Outcome, &e.Lease, &e.Next, &e.Invoke, &e.Return, &e.Arg); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		e.Invoke, e.Return = 1000*e.Invoke, 1000*e.Return
		if e.Arg > 0 {
			e.Arg *= 1_000_000_000
		}
		if e.Outcome.Uncertain() {
			e.Return = history.Open
		}
		events = append(events, e)
	}
	if r := Check(events, Options{Timing: bounds.Timing{Rate: 20}}); r.State != finding.Valid {
		t.Errorf("it is %s: %s %+v", r.State, r.Why, r.Violations)
	}
}
