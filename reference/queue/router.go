package queue

import (
	"net/http"
	"net/url"

	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
)

// target is what a request asks for, found out once.
type target struct {
	address
	op    op.Operation
	query url.Values
}

// classify names the operation that a request asks for.
func (s *Service) classify(r *http.Request) (t target, err error) {
	if t.query, err = url.ParseQuery(r.URL.RawQuery); err != nil {
		return t, errcode.Newf(errcode.InvalidURI, "The query of the URI cannot be read.")
	}
	if t.address, err = s.address(r); err != nil {
		return t, err
	}
	if r.Method == http.MethodOptions {
		t.op = op.PreflightQueueRequest
		return t, nil
	}
	t.op, err = t.operation(r.Method)
	return t, err
}

// route maps verbs to operations.
type route map[string]op.Operation

func (t route) find(verb string) (op.Operation, error) {
	if o, ok := t[verb]; ok {
		return o, nil
	}
	return op.Unrecognized, errcode.New(errcode.UnsupportedHTTPVerb)
}

var (
	toList       = route{"GET": op.ListQueues}
	toProperties = route{"GET": op.GetQueueServiceProperties, "PUT": op.SetQueueServiceProperties}
	toStats      = route{"GET": op.GetQueueServiceStats}
	toQueue      = route{"PUT": op.CreateQueue, "DELETE": op.DeleteQueue}
	toMetadata   = route{"GET": op.GetQueueMetadata, "HEAD": op.GetQueueMetadata, "PUT": op.SetQueueMetadata}
	toACL        = route{"GET": op.GetQueueACL, "HEAD": op.GetQueueACL, "PUT": op.SetQueueACL}
	toMessages   = route{"POST": op.PutMessage, "GET": op.GetMessages, "DELETE": op.ClearMessages}
	toMessage    = route{"PUT": op.UpdateMessage, "DELETE": op.DeleteMessage}
)

func (t *target) operation(verb string) (op.Operation, error) {
	comp := t.query.Get("comp")
	switch t.place {
	case service:
		return t.onService(verb, comp)
	case aQueue:
		switch comp {
		case "":
			return toQueue.find(verb)
		case "metadata":
			return toMetadata.find(verb)
		case "acl":
			return toACL.find(verb)
		}
	case all:
		if comp == "" {
			o, err := toMessages.find(verb)
			if o == op.GetMessages {
				return t.getting()
			}
			return o, err
		}
	case aMessage:
		if comp == "" {
			return toMessage.find(verb)
		}
	}
	return op.Unrecognized, errcode.BadQuery("comp", comp)
}

func (t *target) onService(verb, comp string) (op.Operation, error) {
	restype := t.query.Get("restype")
	switch {
	case restype == "" && comp == "list":
		return toList.find(verb)
	case restype == "service" && comp == "properties":
		return toProperties.find(verb)
	case restype == "service" && comp == "stats":
		return toStats.find(verb)
	case restype != "" && restype != "service":
		return op.Unrecognized, errcode.BadQuery("restype", restype)
	case comp == "":
		return op.Unrecognized, errcode.MissingQuery("comp")
	}
	return op.Unrecognized, errcode.BadQuery("comp", comp)
}

// getting tells taking messages from looking at them.
func (t *target) getting() (op.Operation, error) {
	if !t.query.Has("peekonly") {
		return op.GetMessages, nil
	}
	switch v := t.query.Get("peekonly"); v {
	case "true":
		return op.PeekMessages, nil
	case "false":
		return op.GetMessages, nil
	default:
		return op.Unrecognized, errcode.BadQuery("peekonly", v)
	}
}
