package ops_test

import (
	"slices"

	"ifmatch/internal/target"
	"ifmatch/steps/ops"
)

// blobOnly lists the operations of the Blob service: the tests that walk over
// them have a server for that one.
func blobOnly() []ops.Operation {
	return slices.DeleteFunc(ops.All(), func(o ops.Operation) bool { return o.Service != target.Blob })
}
