package workload

import "ifmatch/internal/sharedkey"

// set adds a header field, which must not be set already.
func (r *Request) set(name, value string) {
	r.Header = append(r.Header, sharedkey.Field{Name: name, Value: value})
}
