package queue

import (
	"context"
	"fmt"
	"slices"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// all is how many messages a read asks for that is to show all of them: as many as one answer can. QUEUE-TIME-12
const all = "32"

// peek reads the visible messages of r's queue, as many as one answer shows; false if the queue
// does not exist.
func peek(ctx context.Context, c *client, r Address) (shown []Peeked, found bool, err error) {
	resp, err := peekMessages(ctx, c, r, Request{MessageCount: new(all)})
	if found, err = sdk.Found("Peek Messages", resp, err); !found {
		return nil, false, err
	}
	err = sdk.Read("Peek Messages", resp, err, func(body []byte) error {
		list, err := parseMessages(body)
		for _, m := range list {
			if m.Count == nil {
				return fmt.Errorf("message %s has no DequeueCount", m.ID)
			}
			shown = append(shown, Peeked{ID: m.ID, Text: m.Text, Count: *m.Count})
		}
		return err
	})
	return shown, true, err
}

// readQueue sends Get Queue Metadata, Get Queue ACL and Peek Messages. The approximate number of
// messages is not part of the state: it may be too high (QUEUE-CNT-01).
func readQueue(ctx context.Context, c *client, r Address) (State, error) {
	s := *missing(r)
	resp, err := getQueueMetadata(ctx, c, r, Request{})
	if found, err := sdk.Found("Get Queue Metadata", resp, err); !found {
		return s, err
	}
	s.Exists, s.Metadata = true, sdk.Metadata(resp.Header)
	resp, err = getQueueACL(ctx, c, r, Request{})
	if s.Policies, err = c.Policies(&s.Snapshot, "Get Queue ACL", resp, err); err != nil {
		return s, err
	}
	var found bool
	switch s.Messages, found, err = peek(ctx, c, r); {
	case err != nil:
		err = s.Forgo(err, FieldMessages)
	case !found:
		s.Contradict("Peek Messages", "status", "Get Queue Metadata finds the queue, but Peek Messages does not")
	}
	return s, err
}

// readMessage looks for a message among the visible ones. A message inside a window looks like
// one that is gone: no read shows it (QUEUE-PEEK-03).
func readMessage(ctx context.Context, c *client, r Address) (State, error) {
	s := *missing(r)
	list, _, err := peek(ctx, c, r)
	for _, p := range list {
		if p.ID == r.Message {
			s.Exists, s.Messages = true, append(s.Messages, p)
		}
	}
	if len(s.Messages) > 1 {
		s.Contradict("Peek Messages", "messages", "Peek Messages shows message %s %d times", r.Message, len(s.Messages))
	}
	return s, err
}

// misread blames Peek Messages for a message that it shows, if Get Messages does not return it (QUEUE-PEEK-03). Whatever else that
// returns is hidden afterwards: only a scenario that has failed asks.
func misread(ctx context.Context, w *scenario.World, t *scenario.Resource) string {
	at := t.Address.(Address)
	resp, err := getMessages(ctx, w.Keeper.Client(t.Kind.Service).(*client), Address{Queue: at.Queue}, Request{MessageCount: new(all), Visibility: new("1")})
	list, unread := parseMessages(resp.Body)
	if err != nil || !resp.OK() || unread != nil || slices.ContainsFunc(list, func(m message) bool { return m.ID == at.Message }) {
		return ""
	}
	return "Peek Messages"
}

// names lists the account's queues whose names begin with a prefix.
func names(ctx context.Context, c *client, prefix string) ([]string, error) {
	return sdk.Pages("List Queues", func(marker string) (scenario.Response, error) {
		return listQueues(ctx, c, account.Address{}, Request{Prefix: prefix, Marker: marker})
	}, func(body []byte) ([]string, string, error) {
		page, err := sdk.Document[struct {
			Names []string `xml:"Queues>Queue>Name"`
			Next  string   `xml:"NextMarker"`
		}]("List Queues", body)
		return page.Names, page.Next, err
	})
}

// remove deletes a queue with all messages: clean-up, best effort.
func remove(ctx context.Context, c scenario.Client, r scenario.Address) error {
	resp, err := deleteQueue(ctx, c.(*client), r.(Address), Request{})
	return sdk.Removed("Delete Queue", resp, err)
}
