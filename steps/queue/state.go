package queue

import (
	"maps"
	"slices"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// FieldMessages is the name of a queue's messages in differences.
const FieldMessages scenario.Field = "visible messages"

// fieldCount is how often a message was dequeued, as the answer to a retrieval or a peek shows it.
const fieldCount scenario.Field = "dequeue count"

// State is what reads show of a queue or a message: what is visible, at most as much as one answer
// shows. Inside a window a message does not Exist. Nothing in the Queue service has a stamp.
// QUEUE-LWW-11
type State struct {
	scenario.Snapshot
	Metadata map[string]string // names in lower case
	Policies []scenario.Policy
	Messages []Peeked
}

// missing is the state of a resource that does not exist or is not visible.
func missing(r scenario.Address) *State {
	return &State{Snapshot: scenario.Snapshot{Address: r, Unstamped: true}}
}

// Clone copies the state.
func (s *State) Clone() scenario.State {
	return &State{s.Copy(), maps.Clone(s.Metadata), slices.Clone(s.Policies), slices.Clone(s.Messages)}
}

// Differ compares metadata, policies and messages.
func (s *State) Differ(c *scenario.Comparison, other scenario.State) {
	if !c.Both {
		return
	}
	got := other.(*State)
	c.Map(scenario.FieldMetadata, s.Metadata, got.Metadata)
	c.Policies(s.Policies, got.Policies)
	scenario.List(c, FieldMessages, byID(s.Messages), byID(got.Messages), Peeked.same)
}

// The effects: what a successful request does to the state of a queue or a message before it, as
// the documents promise.

// afterCreateQueue makes an empty queue, or leaves an existing one.
// QUEUE-LWW-13, QUEUE-LWW-14
func afterCreateQueue(s *State, req Request, _ scenario.Response) {
	if s.Exists {
		return
	}
	s.Exists, s.Metadata = true, sdk.LowerKeys(req.Metadata)
}

func afterDelete(s *State, _ Request, _ scenario.Response) { *s = *missing(s.Address) }

// afterSetQueueMetadata replaces all metadata. QUEUE-LWW-05
func afterSetQueueMetadata(s *State, req Request, _ scenario.Response) {
	s.Metadata = sdk.LowerKeys(req.Metadata)
}

func afterSetQueueACL(s *State, req Request, _ scenario.Response) {
	s.Policies = slices.Clone(req.Policies)
}

// afterPutMessage shows the new message after the others, unless it was put with a window.
// QUEUE-TIME-04
func afterPutMessage(s *State, req Request, resp scenario.Response) {
	list, _ := parseMessages(resp.Body)
	if len(list) != 1 || req.Visibility != nil && *req.Visibility != "0" {
		return
	}
	s.Messages = append(s.Messages, Peeked{ID: list[0].ID, Text: string(req.Body)})
}

// afterGetMessages hides the retrieved messages. QUEUE-POP-04, QUEUE-PEEK-03
func afterGetMessages(s *State, _ Request, resp scenario.Response) {
	list, _ := parseMessages(resp.Body)
	s.Messages = slices.DeleteFunc(s.Messages, func(p Peeked) bool {
		return slices.ContainsFunc(list, func(m message) bool { return m.ID == p.ID })
	})
}

// afterClearMessages: QUEUE-CLR-01
func afterClearMessages(s *State, _ Request, _ scenario.Response) {
	s.Messages = nil
}

// afterUpdateMessage shows a message at once if its new window is empty, with the new text if
// there is one; the dequeue count stays. QUEUE-TIME-07, QUEUE-TIME-17
func afterUpdateMessage(s *State, req Request, _ scenario.Response) {
	if req.Visibility == nil || *req.Visibility != "0" {
		*s = *missing(s.Address)
		return
	}
	// A hidden message has a count and, without a body, a text that no read has shown.
	now := Peeked{ID: s.Address.(Address).Message, Text: unseen, Count: anyCount}
	if s.Exists {
		now = s.Messages[0]
	}
	if req.Body != nil {
		now.Text = string(req.Body)
	}
	s.Exists, s.Messages = true, []Peeked{now}
}
