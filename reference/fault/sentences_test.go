package fault

import (
	"slices"
	"strings"
	"testing"
)

// TestSentencesAreOfFaults: each entry is of a fault that exists, and adds clauses that the fault does not name itself.
func TestSentencesAreOfFaults(t *testing.T) {
	t.Parallel()
	for name, more := range sentences {
		f, found := Lookup(name)
		if !found {
			t.Errorf("there is no fault %s", name)
		}
		for id := range strings.FieldsSeq(more) {
			if n := len(slices.DeleteFunc(slices.Clone(f.Clauses), func(c string) bool { return c != id })); n != 1 {
				t.Errorf("%s names %s %d times", name, id, n)
			}
		}
	}
}
