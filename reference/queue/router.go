package queue

import (
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/messages"
)

// parse reads the path of the request.
func (c *call) parse(path string) (err error) {
	c.address, err = parseAddress(path)
	return err
}

var ofAccount = frontend.Route{"GET list": op.ListQueues}

var ofService = frontend.Route{
	"GET properties":         op.GetQueueServiceProperties,
	"PUT properties":         op.SetQueueServiceProperties,
	"GET stats":              op.GetQueueServiceStats,
	"POST userdelegationkey": op.GetQueueUserDelegationKey,
}

// routes are the operations below the service.
var routes = [...]frontend.Route{
	aQueue: {
		"PUT ":          op.CreateQueue,
		"DELETE ":       op.DeleteQueue,
		"GET metadata":  op.GetQueueMetadata,
		"HEAD metadata": op.GetQueueMetadata,
		"PUT metadata":  op.SetQueueMetadata,
		"GET acl":       op.GetQueueACL,
		"HEAD acl":      op.GetQueueACL,
		"PUT acl":       op.SetQueueACL,
	},
	all:      {"POST ": op.PutMessage, "GET ": op.GetMessages, "DELETE ": op.ClearMessages},
	aMessage: {"PUT ": op.UpdateMessage, "DELETE ": op.DeleteMessage},
}

// operation names the operation that the request asks for.
func (c *call) operation() (op.Operation, error) {
	restype := c.Query.Get("restype")
	switch {
	case c.kind != service:
		o, err := routes[c.kind].Find(&c.Call)
		if o == op.GetMessages {
			return c.getting()
		}
		return o, err
	case restype != "" && restype != "service":
		return op.Unrecognized, errcode.BadQuery("restype", restype)
	case c.Query.Get("comp") == "":
		return op.Unrecognized, errcode.MissingQuery("comp")
	case restype == "":
		return ofAccount.Find(&c.Call)
	}
	return ofService.Find(&c.Call)
}

// getting distinguishes Get Messages from Peek Messages.
func (c *call) getting() (op.Operation, error) {
	if !c.Query.Has("peekonly") {
		return op.GetMessages, nil
	}
	switch v := c.Query.Get("peekonly"); v {
	case "true":
		return op.PeekMessages, nil
	case "false":
		return op.GetMessages, nil
	default:
		return op.Unrecognized, errcode.BadQuery("peekonly", v)
	}
}

// call is one request while its operation is executed.
type call struct {
	frontend.Call
	address
	stores op.Stores[messages.Store]
	rule   *rules.Message // of the operation
}

// prepare finds the rule of the operation. It ignores conditional headers, because no operation has a condition.
// // QUEUE-LWW-12
func (c *call) prepare() error {
	c.rule = &c.Rules.Queue.Messages[c.Op]
	return nil
}

// store returns the store that the operation uses.
func (c *call) store() messages.Store { return c.stores(c.Op) }
