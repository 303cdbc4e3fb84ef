// Package errcode is the registry of error codes that the reference answers with: each code has one HTTP status
// and one default message, in one place, so that a code cannot exist without a status.
//
// An Error is the refusal of an operation. It knows nothing of HTTP beyond the status number.
package errcode

// Error is a refusal: a code, the status of the answer, and details for a human reader.
type Error struct {
	Code    Code
	Status  int
	Message string
	Fields  []Field // further elements of the XML body, such as HeaderName and HeaderValue
}

// Field is an element of an error body in addition to Code and Message.
type Field struct{ Name, Value string }

// New makes a refusal with the code's own status and message.
func New(c Code) *Error {
	return &Error{Code: c, Status: c.Status(), Message: c.Message()}
}

// Newf makes a refusal with the code's own status and another message.
func Newf(c Code, message string) *Error {
	return &Error{Code: c, Status: c.Status(), Message: message}
}

// WithStatus returns a copy with another status, such as 304 for ConditionNotMet.
func (e *Error) WithStatus(status int) *Error {
	c := *e
	c.Status = status
	return &c
}

// With returns a copy with one more field.
func (e *Error) With(name, value string) *Error {
	c := *e
	c.Fields = append(append([]Field(nil), e.Fields...), Field{name, value})
	return &c
}

// Error returns the code and the message.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// BadHeader returns the refusal of a header whose value cannot be used. Like the service it names both.
func BadHeader(name, value string) *Error {
	return New(InvalidHeaderValue).With("HeaderName", name).With("HeaderValue", value)
}

// MissingHeader returns the refusal of a request that lacks a required header.
func MissingHeader(name string) *Error {
	return New(MissingRequiredHeader).With("HeaderName", name)
}

// BadQuery returns the refusal of a query parameter whose value cannot be used.
func BadQuery(name, value string) *Error {
	return New(InvalidQueryParameterValue).With("QueryParameterName", name).With("QueryParameterValue", value)
}

// MissingQuery returns the refusal of a request that lacks a required query parameter.
func MissingQuery(name string) *Error {
	return New(MissingRequiredQueryParameter).With("QueryParameterName", name)
}

// QueryOutOfRange returns the refusal of a query parameter whose value is a number outside its range. Like the service
// it names the bounds.
func QueryOutOfRange(name, value, minimum, maximum string) *Error {
	e := New(OutOfRangeQueryParameterValue).With("QueryParameterName", name).With("QueryParameterValue", value)
	return e.With("MinimumAllowed", minimum).With("MaximumAllowed", maximum)
}
