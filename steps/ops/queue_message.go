package ops

import (
	"context"
	"net/url"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"
)

// parameters is the exchange whose query says exactly what the request says: the
// SDK knows numbers only, and has defaults of its own (QUEUE-GO-01, QUEUE-GO-02).
func parameters(values map[string]*string) *exchange {
	x := &exchange{query: url.Values{}}
	for name, v := range values {
		x.query[name] = nil
		if v != nil {
			x.query.Set(name, *v)
		}
	}
	return x
}

func putMessage(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	x := parameters(map[string]*string{"visibilitytimeout": req.Visibility, "messagettl": req.TimeToLive})
	return c.inQueue(ctx, "Put Message", r, req, x, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.EnqueueMessage(ctx, string(req.Body), nil)
		return err
	})
}

func getMessages(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	x := parameters(map[string]*string{"visibilitytimeout": req.Visibility, "numofmessages": req.MessageCount})
	return c.inQueue(ctx, "Get Messages", r, req, x, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.DequeueMessages(ctx, nil)
		return err
	})
}

func peekMessages(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	x := parameters(map[string]*string{"numofmessages": req.MessageCount})
	return c.inQueue(ctx, "Peek Messages", r, req, x, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.PeekMessages(ctx, nil)
		return err
	})
}

func clearMessages(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.inQueue(ctx, "Clear Messages", r, req, &exchange{}, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.ClearMessages(ctx, nil)
		return err
	})
}

// updateMessage sends a body only where the request has one: the SDK always does,
// so that it cannot change the visibility alone (QUEUE-GO-03).
func updateMessage(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	x := parameters(map[string]*string{"visibilitytimeout": req.Visibility, "popreceipt": req.PopReceipt})
	if req.Body == nil {
		x.body = []byte{}
	}
	return c.inQueue(ctx, "Update Message", r, req, x, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.UpdateMessage(ctx, messageID(r, req), "", string(req.Body), nil)
		return err
	})
}

func deleteMessage(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	x := parameters(map[string]*string{"popreceipt": req.PopReceipt})
	return c.inQueue(ctx, "Delete Message", r, req, x, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.DeleteMessage(ctx, messageID(r, req), "", nil)
		return err
	})
}

// messageID is the id in the address: that of the message unless the request names
// another.
func messageID(r Resource, req Request) string {
	if req.MessageID != nil {
		return *req.MessageID
	}
	return r.Message
}

func withText(_ Resource, req Request) Request {
	if req.Body == nil {
		req.Body = []byte("a message")
	}
	return req
}
