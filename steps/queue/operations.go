package queue

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// operation is an operation on a queue or on messages.
type (
	operation = scenario.Typed[*client, Address, Request, State]
	facts     = scenario.Facts
	fields    = []scenario.Field
)

// operations lists the Queue service in the order of the reference. The article has no table of
// them: none uses ETags, none takes a lease.
// QUEUE-NOCC-01, QUEUE-NOCC-02
func operations() []scenario.Operation {
	queue, message, whole := []string{"queue"}, []string{"message"}, []string{account.KindWord}
	list := []scenario.Operation{
		scenario.Typed[*client, account.Address, Request, account.State]{
			Facts: facts{Name: "List Queues", Verb: "GET", SAS: "s:l", Kinds: whole, Success: 200, Reads: true}, Do: listQueues}.Operation(),
	}
	list = append(list, account.Operations("Queue", func(r *Request) *account.Settings { return &r.Settings }, (*azqueue.ServiceClient).SetProperties, (*azqueue.ServiceClient).GetServiceProperties)...)
	return append(list,
		operation{Facts: facts{Name: "Create Queue", Writes: fields{scenario.FieldExistence, scenario.FieldMetadata}, Fresh: true, Verb: "PUT", SAS: "c:cw", Kinds: queue, Success: 201}, Do: createQueue, Effect: afterCreateQueue}.Operation(),
		operation{Facts: facts{Name: "Delete Queue", Writes: fields{scenario.FieldExistence}, Verb: "DELETE", SAS: "c:d", Kinds: queue, Success: 204}, Do: deleteQueue, Effect: afterDelete}.Operation(),
		operation{Facts: facts{Name: "Get Queue Metadata", Shows: fields{scenario.FieldExistence, scenario.FieldMetadata}, Verb: "GET", SAS: "c:r", Kinds: queue, Success: 200, Reads: true}, Do: getQueueMetadata}.Operation(),
		operation{Facts: facts{Name: "Set Queue Metadata", Writes: fields{scenario.FieldMetadata}, Verb: "PUT", SAS: "c:w", Kinds: queue, Success: 204}, Complete: scenario.WithMetadata[Address, Request],
			Do: setQueueMetadata, Effect: afterSetQueueMetadata, Sign: scenario.SignMetadata[Request]}.Operation(),
		operation{Facts: facts{Name: "Get Queue ACL", Shows: fields{scenario.FieldExistence, scenario.FieldPolicies}, Verb: "GET", SAS: "c:key", Kinds: queue, Success: 200, Reads: true}, Do: getQueueACL}.Operation(),
		operation{Facts: facts{Name: "Set Queue ACL", Writes: fields{scenario.FieldPolicies}, Verb: "PUT", SAS: "c:key", Kinds: queue, Success: 204, Changes: []scenario.Field{scenario.FieldPolicies}}, Complete: scenario.WithPolicies[Address, Request],
			Do: setQueueACL, Effect: afterSetQueueACL, Sign: scenario.SignPolicies[Request]}.Operation(),
		operation{Facts: facts{Name: "Put Message", Writes: fields{FieldMessages}, Verb: "POST", SAS: "o:a", Kinds: queue, Success: 201, Changes: []scenario.Field{FieldMessages}}, Complete: withText, Do: putMessage, Effect: afterPutMessage}.Operation(),
		operation{Facts: facts{Name: "Get Messages", Writes: fields{FieldMessages}, Verb: "GET", SAS: "o:p", Kinds: queue, Success: 200, Changes: []scenario.Field{FieldMessages}}, Do: getMessages, Effect: afterGetMessages}.Operation(),
		operation{Facts: facts{Name: "Peek Messages", Shows: fields{FieldMessages}, Verb: "GET", SAS: "o:r", Kinds: queue, Success: 200, Reads: true}, Do: peekMessages}.Operation(),
		operation{Facts: facts{Name: "Clear Messages", Writes: fields{FieldMessages}, Verb: "DELETE", SAS: "o:d", Kinds: queue, Success: 204, Changes: []scenario.Field{FieldMessages}}, Do: clearMessages, Effect: afterClearMessages}.Operation(),
		operation{Facts: facts{Name: "Update Message", Writes: fields{fieldReceipt, FieldMessages}, Verb: "PUT", SAS: "o:u", Kinds: message, Success: 204}, Do: updateMessage, Effect: afterUpdateMessage}.Operation(),
		operation{Facts: facts{Name: "Delete Message", Writes: fields{scenario.FieldExistence, fieldReceipt}, Verb: "DELETE", SAS: "o:p", Kinds: message, Success: 204}, Do: deleteMessage, Effect: afterDelete}.Operation(),
	)
}

func withText(_ Address, req *Request) { req.Content("a message") }

func queueOf(s *azqueue.ServiceClient, r Address) *azqueue.QueueClient {
	return s.NewQueueClient(r.Queue)
}

var (
	listQueues = sdk.Do("List Queues", nil, func(ctx context.Context, s *azqueue.ServiceClient, _ account.Address, req Request) (any, error) {
		return s.NewListQueuesPager(&azqueue.ListQueuesOptions{Prefix: sdk.Optional(req.Prefix), Marker: sdk.Optional(req.Marker)}).NextPage(ctx)
	})
	createQueue = sdk.On("Create Queue", queueOf, nil, func(ctx context.Context, q *azqueue.QueueClient, req Request) (any, error) {
		return q.Create(ctx, &azqueue.CreateOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	deleteQueue      = sdk.Bare[Request]("Delete Queue", queueOf, nil, (*azqueue.QueueClient).Delete)
	getQueueMetadata = sdk.Bare[Request]("Get Queue Metadata", queueOf, nil, (*azqueue.QueueClient).GetProperties)
	setQueueMetadata = sdk.On("Set Queue Metadata", queueOf, nil, func(ctx context.Context, q *azqueue.QueueClient, req Request) (any, error) {
		return q.SetMetadata(ctx, &azqueue.SetMetadataOptions{Metadata: sdk.Pointers(req.Metadata)})
	})
	getQueueACL = sdk.Bare[Request]("Get Queue ACL", queueOf, nil, (*azqueue.QueueClient).GetAccessPolicy)
	setQueueACL = sdk.On("Set Queue ACL", queueOf, nil, func(ctx context.Context, q *azqueue.QueueClient, req Request) (any, error) {
		return q.SetAccessPolicy(ctx, &azqueue.SetAccessPolicyOptions{QueueACL: sdk.Policies(req.Policies, func(id string, p sdk.Policy) *azqueue.SignedIdentifier {
			return &azqueue.SignedIdentifier{ID: &id, AccessPolicy: &azqueue.AccessPolicy{Permission: p.Permission, Start: p.Start, Expiry: p.Expiry}}
		})})
	})
	putMessage = sdk.On("Put Message", queueOf, func(req Request) *sdk.Exchange {
		return sdk.Parameters(map[string]*string{"visibilitytimeout": req.Visibility, "messagettl": req.TimeToLive})
	}, func(ctx context.Context, q *azqueue.QueueClient, req Request) (any, error) {
		return q.EnqueueMessage(ctx, string(req.Body), nil)
	})
	getMessages = sdk.Bare[Request]("Get Messages", queueOf, func(req Request) *sdk.Exchange {
		return sdk.Parameters(map[string]*string{"visibilitytimeout": req.Visibility, "numofmessages": req.MessageCount})
	}, (*azqueue.QueueClient).DequeueMessages)
	peekMessages = sdk.Bare[Request]("Peek Messages", queueOf, func(req Request) *sdk.Exchange {
		return sdk.Parameters(map[string]*string{"numofmessages": req.MessageCount})
	}, (*azqueue.QueueClient).PeekMessages)
	clearMessages = sdk.Bare[Request]("Clear Messages", queueOf, nil, (*azqueue.QueueClient).ClearMessages)
	// The SDK always sends a body with an update, so it cannot change the visibility alone. Here the
	// body is sent only if the request has one (QUEUE-GO-03).
	updateMessage = sdk.Do("Update Message", func(req Request) *sdk.Exchange {
		x := sdk.Parameters(map[string]*string{"visibilitytimeout": req.Visibility, "popreceipt": req.PopReceipt})
		if req.Body == nil {
			x.Body = []byte{}
		}
		return x
	}, func(ctx context.Context, s *azqueue.ServiceClient, r Address, req Request) (any, error) {
		return queueOf(s, r).UpdateMessage(ctx, messageID(r, req), "", string(req.Body), nil)
	})
	deleteMessage = sdk.Do("Delete Message", func(req Request) *sdk.Exchange {
		return sdk.Parameters(map[string]*string{"popreceipt": req.PopReceipt})
	}, func(ctx context.Context, s *azqueue.ServiceClient, r Address, req Request) (any, error) {
		return queueOf(s, r).DeleteMessage(ctx, messageID(r, req), "", nil)
	})
)

// messageID is the id in the address: the message's own unless the request names another.
func messageID(r Address, req Request) string { return sdk.Text(req.MessageID, r.Message) }

// fieldReceipt is the pop receipt that is valid: no read shows it.
const fieldReceipt scenario.Field = "pop receipt"
