package queue

import (
	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
)

// parse reads the path of the request.
func (c *call) parse(path string) (err error) {
	c.address, err = parseAddress(path)
	return err
}

// verbs are the operations of one address, by the verb.
type verbs map[string]op.Operation

var (
	toList       = verbs{"GET": op.ListQueues}
	toProperties = verbs{"GET": op.GetQueueServiceProperties, "PUT": op.SetQueueServiceProperties}
	toDelegation = verbs{"POST": op.GetQueueUserDelegationKey}
	toStats      = verbs{"GET": op.GetQueueServiceStats}
	toQueue      = verbs{"PUT": op.CreateQueue, "DELETE": op.DeleteQueue}
	toMetadata   = verbs{"GET": op.GetQueueMetadata, "HEAD": op.GetQueueMetadata, "PUT": op.SetQueueMetadata}
	toACL        = verbs{"GET": op.GetQueueACL, "HEAD": op.GetQueueACL, "PUT": op.SetQueueACL}
	toMessages   = verbs{"POST": op.PutMessage, "GET": op.GetMessages, "DELETE": op.ClearMessages}
	toMessage    = verbs{"PUT": op.UpdateMessage, "DELETE": op.DeleteMessage}
)

// operation names what the request asks for.
func (c *call) operation() (op.Operation, error) {
	possible, err := c.verbs()
	if err != nil {
		return op.Unrecognized, err
	}
	o, ok := possible[c.Request.Method]
	switch {
	case !ok:
		return op.Unrecognized, errcode.New(errcode.UnsupportedHTTPVerb)
	case o == op.GetMessages:
		return c.getting()
	}
	return o, nil
}

func (c *call) verbs() (verbs, error) {
	comp := c.Query.Get("comp")
	switch {
	case c.place == service:
		return c.onService(comp)
	case c.place == aQueue && comp == "":
		return toQueue, nil
	case c.place == aQueue && comp == "metadata":
		return toMetadata, nil
	case c.place == aQueue && comp == "acl":
		return toACL, nil
	case c.place == all && comp == "":
		return toMessages, nil
	case c.place == aMessage && comp == "":
		return toMessage, nil
	}
	return nil, errcode.BadQuery("comp", comp)
}

func (c *call) onService(comp string) (verbs, error) {
	restype := c.Query.Get("restype")
	switch {
	case restype == "" && comp == "list":
		return toList, nil
	case restype == "service" && comp == "properties":
		return toProperties, nil
	case restype == "service" && comp == "stats":
		return toStats, nil
	case restype == "service" && comp == "userdelegationkey":
		return toDelegation, nil
	case restype != "" && restype != "service":
		return nil, errcode.BadQuery("restype", restype)
	case comp == "":
		return nil, errcode.MissingQuery("comp")
	}
	return nil, errcode.BadQuery("comp", comp)
}

// getting tells taking messages from looking at them.
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
