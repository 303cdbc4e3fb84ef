// Package sharedkey signs requests with an account key for load: Shared Key of
// the blob, queue and file services, and that of the table service, with no more
// than one allocation for a signature. The reference verifies with code of its
// own; both are tested against signatures that Microsoft's SDK made.
package sharedkey

// Field is one header field. Names are compared without regard to case.
type Field struct{ Name, Value string }

// Header is the header of a request or of an answer, in wire order.
type Header []Field
