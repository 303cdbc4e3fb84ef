package queue

import (
	"ifmatch/reference/frontend"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/messages"
)

// call is one request while its operation is executed.
type call struct {
	frontend.Call
	address
	store messages.Store
	rule  *rules.Message // of the operation
}

// prepare finds the rule of the operation. Conditional headers are not looked at: no operation has a
// condition. // QUEUE-LWW-12
func (c *call) prepare() error {
	c.rule = &c.Rules.Queue.Messages[c.Op]
	return nil
}
