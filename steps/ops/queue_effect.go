package ops

import (
	"slices"
)

// afterCreateQueue makes an empty queue, or leaves the one there is.
// QUEUE-LWW-13, QUEUE-LWW-14
func afterCreateQueue(s State, req Request, _ Response) State {
	if s.Exists {
		return s
	}
	return State{Resource: s.Resource, Exists: true, Metadata: lowerKeys(req.Metadata)}
}

// afterSetQueueMetadata replaces all metadata. QUEUE-LWW-05
func afterSetQueueMetadata(s State, req Request, _ Response) State {
	s.Metadata = lowerKeys(req.Metadata)
	return s
}

// afterPutMessage shows the new message behind the others, unless it was put with
// a window. QUEUE-TIME-04
func afterPutMessage(s State, req Request, resp Response) State {
	list, _ := ParseMessages(resp.Body)
	if len(list) != 1 || req.Visibility != nil && *req.Visibility != "0" {
		return s
	}
	s.Messages = append(s.Messages, Peeked{ID: list[0].ID, Text: string(req.Body)})
	return s
}

// afterGetMessages hides what was retrieved. QUEUE-POP-04, QUEUE-PEEK-03
func afterGetMessages(s State, _ Request, resp Response) State {
	list, _ := ParseMessages(resp.Body)
	s.Messages = slices.DeleteFunc(s.Messages, func(p Peeked) bool {
		return slices.ContainsFunc(list, func(m QueueMessage) bool { return m.ID == p.ID })
	})
	return s
}

// afterClearMessages: QUEUE-CLR-01
func afterClearMessages(s State, _ Request, _ Response) State {
	s.Messages = nil
	return s
}

// afterUpdateMessage shows a message at once if its new window is empty, with the
// new text if there is one; the dequeue count stays. QUEUE-TIME-07, QUEUE-TIME-17
func afterUpdateMessage(s State, req Request, _ Response) State {
	if req.Visibility == nil || *req.Visibility != "0" {
		return State{Resource: s.Resource}
	}
	// What was hidden has a count and, without a body, a text that no read showed.
	now := Peeked{ID: s.Resource.Message, Text: unseen, Count: anyCount}
	if s.Exists {
		now = s.Messages[0]
	}
	if req.Body != nil {
		now.Text = string(req.Body)
	}
	s.Exists, s.Messages = true, []Peeked{now}
	return s
}
