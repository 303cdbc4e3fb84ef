package operation_test

import (
	"testing"

	"ifmatch/reference/operation"
)

func TestNamesAreUniqueAndFound(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for o := operation.Unrecognized + 1; o < operation.Count; o++ {
		name := o.String()
		if name == "" {
			continue // the bounds between services
		}
		if seen[name] {
			t.Errorf("two operations are called %s", name)
		}
		seen[name] = true
		if got, ok := operation.Lookup(name); !ok || got != o {
			t.Errorf("Lookup(%q) = %d, %v, want %d", name, got, ok, o)
		}
	}
	for _, name := range []string{"", "put blob", operation.Unrecognized.String()} {
		if o, ok := operation.Lookup(name); ok {
			t.Errorf("Lookup(%q) finds %s", name, o)
		}
	}
	if got := operation.Count.String(); got != operation.Unrecognized.String() {
		t.Errorf("a number beyond the last operation is called %s", got)
	}
}

func TestBlobOperations(t *testing.T) {
	t.Parallel()
	all := operation.Blob()
	if len(all) < 60 || all[0] != operation.ListContainers {
		t.Errorf("%d operations, the first is %s", len(all), all[0])
	}
	for _, o := range all {
		if o.String() == "" {
			t.Errorf("operation %d has no name", o)
		}
	}
}
