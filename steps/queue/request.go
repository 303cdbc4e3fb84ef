package queue

import (
	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
)

// Address is the address of a queue, or of a message in one.
type Address struct{ Queue, Message string }

// String is the path within the account.
func (a Address) String() string {
	if a.Message == "" {
		return a.Queue
	}
	return a.Queue + "/messages/" + a.Message
}

// Request is what a client asks the Queue service for. Its own fields are as they stand in the
// query or in the address. The text of a message is its Body; an update without one changes
// only the visibility.
type Request struct {
	scenario.Base
	Visibility, TimeToLive, MessageCount *string
	PopReceipt, MessageID                *string // MessageID: instead of the address's own
	// Prefix and Marker shape a list of queues.
	Prefix, Marker string
	Settings       account.Settings
}

// Exact lists no headers: those of the Queue service are all in the Base.
func (*Request) Exact() []scenario.Header { return nil }
