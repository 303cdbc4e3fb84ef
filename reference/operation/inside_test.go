package operation_test

import (
	"context"
	"testing"

	op "ifmatch/reference/operation"
)

func TestOuterIsWhatARequestCameInsideOf(t *testing.T) {
	t.Parallel()
	alone := context.Background()
	if got := op.Outer(alone); got != op.Unrecognized {
		t.Errorf("a request alone came inside of %v", got)
	}
	if got := op.Outer(op.Inside(alone, op.BlobBatch)); got != op.BlobBatch {
		t.Errorf("a request of a batch came inside of %v", got)
	}
}
