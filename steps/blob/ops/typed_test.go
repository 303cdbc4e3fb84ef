package ops

import (
	"slices"
	"testing"
)

// TestOperationsSayWhatTheyDo tests the typed operations that Operations hides.
func TestOperationsSayWhatTheyDo(t *testing.T) {
	t.Parallel()
	for _, op := range slices.Concat(containerOperations(), blobOperations(), referenceOperations()) {
		if op.Do == nil {
			t.Errorf("%s cannot be performed", op.Name)
		}
		if op.Reads != (op.Effect == nil) {
			t.Errorf("%s: reads %v, but has an effect: %v", op.Name, op.Reads, op.Effect != nil)
		}
	}
}
