package frontend

import (
	"strings"

	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
)

// Route maps verb and comp, joined by a space, to the operation on one kind of resource.
type Route map[string]op.Operation

// Find returns the operation that a request asks for, once the kind of resource is known.
func (t Route) Find(c *Call) (op.Operation, error) {
	comp := c.Query.Get("comp")
	if o, ok := t[c.Request.Method+" "+comp]; ok {
		return o, nil
	}
	for key := range t {
		if _, known, _ := strings.Cut(key, " "); known == comp {
			return op.Unrecognized, errcode.New(errcode.UnsupportedHTTPVerb)
		}
	}
	if comp == "" {
		return op.Unrecognized, errcode.Newf(errcode.MissingRequiredQueryParameter, "The request does not name an operation of this resource.").
			With("QueryParameterName", "comp")
	}
	return op.Unrecognized, errcode.BadQuery("comp", comp)
}

// LeaseAction finds the lease operation. The five operations have the same order for every resource; acquire is the
// first.
func (c *Call) LeaseAction(acquire op.Operation) (op.Operation, error) { // BLOB-LEASE-22
	action := c.Get(hLeaseAction)
	for i, name := range [...]string{"acquire", "renew", "change", "release", "break"} {
		if strings.EqualFold(action, name) {
			return acquire + op.Operation(i), nil
		}
	}
	return op.Unrecognized, BadOrMissing("x-ms-lease-action", action)
}
