package operation_test

import (
	"fmt"
	"testing"

	"ifmatch/reference/operation"
)

func ExampleOf() {
	for _, o := range operation.Of(operation.QueueService)[12:] {
		fmt.Println(o)
	}
	// Output:
	// Put Message
	// Get Messages
	// Peek Messages
	// Clear Messages
	// Update Message
	// Delete Message
}

func TestEveryOperationIsOfOneServiceAndHasItsName(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{"": true, operation.Unrecognized.String(): true}
	for _, s := range []operation.Service{operation.BlobService, operation.TableService, operation.QueueService} {
		for _, o := range operation.Of(s) {
			if name := o.String(); seen[name] {
				t.Errorf("operation %d of the %s service is called %q, as another is", o, s, name)
			}
			seen[o.String()] = true
		}
	}
	// The bounds between services are not operations.
	if n := len(seen) - 2; n < 60 || n > int(operation.Count) {
		t.Errorf("there are %d operations", n)
	}
	if all := operation.Of(operation.BlobService); all[0] != operation.ListContainers {
		t.Errorf("the first operation of the Blob service is %s", all[0])
	}
	if all := operation.Of("other"); all != nil {
		t.Errorf("a service that there is not has %v", all)
	}
	if got := operation.Count.String(); got != operation.Unrecognized.String() {
		t.Errorf("a number beyond the last operation is called %s", got)
	}
}
