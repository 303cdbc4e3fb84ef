package queue

import (
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/messages"
)

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
