package workload

import "ifmatch/internal/sharedkey"

// set adds a header field. A field that stands in the request already must not be
// set again.
func (r *Request) set(name, value string) {
	r.Header = append(r.Header, sharedkey.Field{Name: name, Value: value})
}
