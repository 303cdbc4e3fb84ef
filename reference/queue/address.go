package queue

import (
	"net/url"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
)

// address is the target of a request's path: the service, a queue, its messages or one of them.
type address struct {
	kind  addressKind
	queue string
	id    string // of the message, as given
}

// addressKind is the kind of an address.
type addressKind uint8

const (
	service  addressKind = iota
	aQueue               // orders
	all                  // orders/messages
	aMessage             // orders/messages/5974b586-0df3-4e2d-ad0c-18e3892bfca2
)

// parseAddress reads an escaped path below the account.
func parseAddress(path string) (address, error) {
	path = strings.TrimSuffix(path, "/")
	if path == "" {
		return address{kind: service}, nil
	}
	segments := strings.Split(path, "/")
	for i, s := range segments {
		var err error
		if segments[i], err = url.PathUnescape(s); err != nil {
			return address{}, errcode.New(errcode.InvalidURI)
		}
	}
	a := address{kind: aQueue, queue: segments[0]}
	if err := checkName(a.queue); err != nil {
		return address{}, err
	}
	switch {
	case len(segments) == 1:
		return a, nil
	case segments[1] != "messages" || len(segments) > 3:
		return address{}, errcode.Newf(errcode.InvalidURI, "The path names neither a queue nor its messages.")
	case len(segments) == 2:
		a.kind = all
		return a, nil
	}
	a.kind, a.id = aMessage, segments[2]
	return a, nil
}

// checkName requires 3 to 63 lower-case letters, digits and hyphens. Every hyphen must be between two other characters.
func checkName(name string) error {
	if !frontend.Plain(name) {
		return errcode.New(errcode.InvalidResourceName)
	}
	if len(name) < 3 || len(name) > 63 {
		return errcode.Newf(errcode.OutOfRangeInput, "The name of a queue must have between 3 and 63 characters.")
	}
	return nil
}
