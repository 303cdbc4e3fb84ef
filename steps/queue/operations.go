package queue

import (
	"context"
	"embed"
	"slices"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// What the documents say about each operation on a queue or on messages stands in operations.tsv, in the order of the
// reference. The article has no table of them: none uses ETags, none takes a lease. QUEUE-NOCC-01, QUEUE-NOCC-02
//
//go:embed operations.tsv
var table embed.FS

// operations lists the Queue service.
func operations() []scenario.Operation {
	type operation = scenario.Typed[*client, Address, Request, State]
	list := scenario.Typed[*client, account.Address, Request, account.State]{
		Facts: scenario.Facts{Name: "List Queues", Verb: "GET", SAS: "s:l", Kinds: []string{account.KindWord}, Success: 200, Reads: true}, Do: listQueues}
	whole := account.Operations("Queue", func(r *Request) *account.Settings { return &r.Settings }, (*azqueue.ServiceClient).SetProperties, (*azqueue.ServiceClient).GetServiceProperties)
	return slices.Concat([]scenario.Operation{list.Operation()}, whole, scenario.Catalogue(table, map[string]operation{
		"Create Queue":       {Do: createQueue, Effect: afterCreateQueue},
		"Delete Queue":       {Do: deleteQueue, Effect: afterDelete},
		"Get Queue Metadata": {Do: getQueueMetadata},
		"Set Queue Metadata": {Complete: scenario.WithMetadata[Address, Request], Do: setQueueMetadata, Effect: afterSetQueueMetadata, Sign: scenario.SignMetadata[Request]},
		"Get Queue ACL":      {Do: getQueueACL},
		"Set Queue ACL":      {Complete: scenario.WithPolicies[Address, Request], Do: setQueueACL, Effect: afterSetQueueACL, Sign: scenario.SignPolicies[Request]},
		"Put Message":        {Complete: scenario.Or[Address](Request{Base: scenario.Base{Body: []byte("a message")}}), Do: putMessage, Effect: afterPutMessage},
		"Get Messages":       {Do: getMessages, Effect: afterGetMessages},
		"Peek Messages":      {Do: peekMessages},
		"Clear Messages":     {Do: clearMessages, Effect: afterClearMessages},
		"Update Message":     {Do: updateMessage, Effect: afterUpdateMessage},
		"Delete Message":     {Do: deleteMessage, Effect: afterDelete},
	}))
}

func queueOf(s *azqueue.ServiceClient, r Address) *azqueue.QueueClient {
	return s.NewQueueClient(r.Queue)
}

// Parts are what the SDK's typed options can express.
func (q Request) Parts() []any {
	return []any{sdk.Pointers(q.Metadata), sdk.Named{"Prefix": sdk.Optional(q.Prefix), "Marker": sdk.Optional(q.Marker)},
		sdk.Policies(q.Policies, func(id string, p sdk.Policy) *azqueue.SignedIdentifier {
			return &azqueue.SignedIdentifier{ID: &id, AccessPolicy: &azqueue.AccessPolicy{Permission: p.Permission, Start: p.Start, Expiry: p.Expiry}}
		})}
}

func (q Request) text() string { return string(q.Body) }

var (
	listQueues = sdk.On("List Queues", func(s *azqueue.ServiceClient, _ account.Address) *azqueue.ServiceClient { return s }, nil,
		sdk.Pager[Request]((*azqueue.ServiceClient).NewListQueuesPager))
	createQueue      = sdk.Bare[Request]("Create Queue", queueOf, nil, (*azqueue.QueueClient).Create)
	deleteQueue      = sdk.Bare[Request]("Delete Queue", queueOf, nil, (*azqueue.QueueClient).Delete)
	getQueueMetadata = sdk.Bare[Request]("Get Queue Metadata", queueOf, nil, (*azqueue.QueueClient).GetProperties)
	setQueueMetadata = sdk.Bare[Request]("Set Queue Metadata", queueOf, nil, (*azqueue.QueueClient).SetMetadata)
	getQueueACL      = sdk.Bare[Request]("Get Queue ACL", queueOf, nil, (*azqueue.QueueClient).GetAccessPolicy)
	setQueueACL      = sdk.Bare[Request]("Set Queue ACL", queueOf, nil, (*azqueue.QueueClient).SetAccessPolicy)
	putMessage       = sdk.On("Put Message", queueOf, func(req Request) *sdk.Exchange {
		return sdk.Parameters(map[string]*string{"visibilitytimeout": req.Visibility, "messagettl": req.TimeToLive})
	}, sdk.MethodOf(Request.text, (*azqueue.QueueClient).EnqueueMessage))
	getMessages = sdk.Bare("Get Messages", queueOf, func(req Request) *sdk.Exchange {
		return sdk.Parameters(map[string]*string{"visibilitytimeout": req.Visibility, "numofmessages": req.MessageCount})
	}, (*azqueue.QueueClient).DequeueMessages)
	peekMessages = sdk.Bare("Peek Messages", queueOf, func(req Request) *sdk.Exchange {
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
		return queueOf(s, r).UpdateMessage(ctx, messageID(r, req), "", req.text(), nil)
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
