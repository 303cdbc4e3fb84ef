package ops

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/internal/target"
)

// inQueue performs one SDK method on a queue or on its messages.
func (c *Client) inQueue(ctx context.Context, name string, r Resource, req Request, x *exchange, do func(context.Context, *azqueue.QueueClient) error) (Response, error) {
	q, err := c.onQueue(r)
	if err != nil {
		return Response{}, err
	}
	return c.perform(ctx, name, r, req, x, func(ctx context.Context) error { return do(ctx, q) })
}

func createQueue(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.inQueue(ctx, "Create Queue", r, req, &exchange{}, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.Create(ctx, &azqueue.CreateOptions{Metadata: pointers(req.Metadata)})
		return err
	})
}

func deleteQueue(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.inQueue(ctx, "Delete Queue", r, req, &exchange{}, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.Delete(ctx, nil)
		return err
	})
}

func getQueueMetadata(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.inQueue(ctx, "Get Queue Metadata", r, req, &exchange{}, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.GetProperties(ctx, nil)
		return err
	})
}

func setQueueMetadata(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.inQueue(ctx, "Set Queue Metadata", r, req, &exchange{}, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.SetMetadata(ctx, &azqueue.SetMetadataOptions{Metadata: pointers(req.Metadata)})
		return err
	})
}

func getQueueACL(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.inQueue(ctx, "Get Queue ACL", r, req, &exchange{}, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.GetAccessPolicy(ctx, nil)
		return err
	})
}

func setQueueACL(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	var acl []*azqueue.SignedIdentifier
	for _, p := range req.Policies {
		id := &azqueue.SignedIdentifier{ID: &p.ID, AccessPolicy: &azqueue.AccessPolicy{Permission: optional(p.Permission)}}
		if !p.Start.IsZero() {
			id.AccessPolicy.Start = &p.Start
		}
		if !p.Expiry.IsZero() {
			id.AccessPolicy.Expiry = &p.Expiry
		}
		acl = append(acl, id)
	}
	return c.inQueue(ctx, "Set Queue ACL", r, req, &exchange{}, func(ctx context.Context, q *azqueue.QueueClient) error {
		_, err := q.SetAccessPolicy(ctx, &azqueue.SetAccessPolicyOptions{QueueACL: acl})
		return err
	})
}

func listQueues(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	s, err := c.queues()
	if err != nil {
		return Response{}, err
	}
	o := &azqueue.ListQueuesOptions{Prefix: optional(req.Prefix), Marker: optional(req.Marker)}
	for _, dataset := range req.Include {
		o.Include.Metadata = o.Include.Metadata || dataset == "metadata"
	}
	return c.perform(ctx, "List Queues", r, req, &exchange{}, func(ctx context.Context) error {
		_, err := s.NewListQueuesPager(o).NextPage(ctx)
		return err
	})
}

// queueOperations lists the Queue service in the order of the reference. The
// article has no table of them: none takes part in an ETag protocol, none takes a
// lease. QUEUE-NOCC-01, QUEUE-NOCC-02
func queueOperations() []Operation {
	queue, message, account := []Kind{Queue}, []Kind{Message}, []Kind{Account}
	list := []Operation{
		{Name: "List Queues", Verb: "GET", Kinds: account, Success: 200, Reads: true, Do: listQueues},
		{Name: "Set Queue Service Properties", Verb: "PUT", Kinds: account, Success: 202, Complete: withServiceProperties,
			Do: setQueueServiceProperties, Effect: afterSetServiceProperties},
		{Name: "Get Queue Service Properties", Verb: "GET", Kinds: account, Success: 200, Reads: true, Do: getQueueServiceProperties},
		{Name: "Create Queue", Verb: "PUT", Kinds: queue, Success: 201, Do: createQueue, Effect: afterCreateQueue},
		{Name: "Delete Queue", Verb: "DELETE", Kinds: queue, Success: 204, Do: deleteQueue, Effect: afterDelete},
		{Name: "Get Queue Metadata", Verb: "GET", Kinds: queue, Success: 200, Reads: true, Do: getQueueMetadata},
		{Name: "Set Queue Metadata", Verb: "PUT", Kinds: queue, Success: 204, Complete: withMetadata,
			Do: setQueueMetadata, Effect: afterSetQueueMetadata},
		{Name: "Get Queue ACL", Verb: "GET", Kinds: queue, Success: 200, Reads: true, Do: getQueueACL},
		{Name: "Set Queue ACL", Verb: "PUT", Kinds: queue, Success: 204, Complete: withPolicies,
			Do: setQueueACL, Effect: afterSetTableACL},
		{Name: "Put Message", Verb: "POST", Kinds: queue, Success: 201, Complete: withText, Do: putMessage, Effect: afterPutMessage},
		{Name: "Get Messages", Verb: "GET", Kinds: queue, Success: 200, Do: getMessages, Effect: afterGetMessages},
		{Name: "Peek Messages", Verb: "GET", Kinds: queue, Success: 200, Reads: true, Do: peekMessages},
		{Name: "Clear Messages", Verb: "DELETE", Kinds: queue, Success: 204, Do: clearMessages, Effect: afterClearMessages},
		{Name: "Update Message", Verb: "PUT", Kinds: message, Success: 204, Do: updateMessage, Effect: afterUpdateMessage},
		{Name: "Delete Message", Verb: "DELETE", Kinds: message, Success: 204, Do: deleteMessage, Effect: afterDelete},
	}
	for i := range list {
		list[i].Service = target.Queue
	}
	return list
}
