// Package sharedkey signs requests with an account key for load: Shared Key of the blob, queue and
// file services, and that of the table service, with at most one allocation for a signature. The
// reference verifies with its own code. Both are tested against signatures that Microsoft's SDK
// made.
package sharedkey

import "strings"

// Field is one header field. Names are compared without regard to case.
type Field struct{ Name, Value string }

// Header is the header of a request or of an answer, in wire order.
type Header []Field

// Get returns the value of the first field with the name, in any case, or "". If the spelling is the
// same, it costs one comparison of lengths for each field passed and one of bytes.
func (h Header) Get(name string) string {
	for i := range h {
		if f := &h[i]; len(f.Name) == len(name) && (f.Name == name || strings.EqualFold(f.Name, name)) {
			return f.Value
		}
	}
	return ""
}
