// Package queue is the Queue service of the reference server. It describes the service to the front end, checks
// requests against the rules, and translates between HTTP and the store.
//
// A request's parameters are checked first, then its body, and only then does it take the lock of its queue. A client
// that sends slowly therefore blocks nobody. The effect on a message is in reference/rules: whether an operation hides
// it, counts as a dequeue, or gives it a new receipt.
package queue

import (
	"net/http"

	"ifmatch/reference/auth"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/messages"
)

// New makes the Queue service of one account.
func New(c frontend.Config, stores op.Stores[messages.Store]) http.Handler {
	return newFront(c, stores)
}

func newFront(c frontend.Config, stores op.Stores[messages.Store]) *frontend.Front[*call] {
	return frontend.New(c, frontend.Service[*call]{
		Name:      op.QueueService,
		Preflight: op.PreflightQueueRequest,
		Oldest:    "2013-08-15",
		Headers: []frontend.Header{ // no ETag, no Last-Modified // QUEUE-LWW-11
			{Name: header.CacheControl, Value: []string{"no-cache"}, For: func(r *http.Request) bool { return r.Method == http.MethodGet }},
		},

		New:       func() *call { return &call{stores: stores} },
		Address:   (*call).parse,
		Escaped:   true, // a message's id may hold an escaped slash, even if that is invalid
		Operation: (*call).operation,

		Needs:    &needs,
		Policies: func(queue string) []document.Policy { return policies(stores(op.Unrecognized).Queue(queue)) },

		Prepare:    (*call).prepare,
		Handlers:   &handlers,
		Properties: document.DefaultProperties(),

		Codes: map[error]errcode.Code{
			messages.ErrNoQueue:   errcode.QueueNotFound,   // QUEUE-LIFE-03 QUEUE-LIFE-04
			messages.ErrNoMessage: errcode.MessageNotFound, // QUEUE-RCPT-10 QUEUE-CLR-02
		},
		Refuse: func(w http.ResponseWriter, _ *http.Request, e *errcode.Error) {
			if v := header.Get(w.Header(), header.Version); v == "" || v >= c.Rules.Queue.ErrorCodeSince {
				header.Set(w.Header(), header.ErrorCode, string(e.Code))
			}
			delete(w.Header(), header.CacheControl)
			frontend.RefuseXML(w, e, c.Clock.Now())
		},
	})
}

func policies(q *messages.Queue) []document.Policy {
	if q == nil {
		return nil
	}
	return q.Policies
}

// handlers execute the operations. An operation without one is documented, but out of this server's scope.
var handlers = [op.Count]func(*call, http.ResponseWriter) error{
	op.ListQueues:                listQueues,
	op.GetQueueServiceProperties: (*call).GetServiceProperties,
	op.SetQueueServiceProperties: (*call).SetServiceProperties,
	op.GetQueueServiceStats:      (*call).GetServiceStats,
	op.GetQueueUserDelegationKey: (*call).GetUserDelegationKey,

	op.CreateQueue:      createQueue,
	op.DeleteQueue:      deleteQueue,
	op.GetQueueMetadata: getMetadata,
	op.SetQueueMetadata: setMetadata,
	op.GetQueueACL:      getACL,
	op.SetQueueACL:      setACL,

	op.PutMessage:    putMessage,
	op.GetMessages:   getMessages,
	op.PeekMessages:  peekMessages,
	op.ClearMessages: clearMessages,
	op.UpdateMessage: updateMessage,
	op.DeleteMessage: deleteMessage,
}

// needs lists the permissions that a shared access signature must grant.
var needs = frontend.Needs{
	op.ListQueues:                {AnyOf: "l", On: auth.Service},
	op.GetQueueServiceProperties: {AnyOf: "r", On: auth.Service},
	op.SetQueueServiceProperties: {AnyOf: "w", On: auth.Service},
	op.GetQueueUserDelegationKey: {AnyOf: "r", On: auth.Service},
	op.GetQueueServiceStats:      {AnyOf: "r", On: auth.Service},
	op.CreateQueue:               {AnyOf: "cw", On: auth.Container},
	op.DeleteQueue:               {AnyOf: "d", On: auth.Container},
	op.GetQueueMetadata:          {AnyOf: "r", On: auth.Container},
	op.SetQueueMetadata:          {AnyOf: "w", On: auth.Container},
	op.GetQueueACL:               {AnyOf: "", On: auth.Container},
	op.SetQueueACL:               {AnyOf: "", On: auth.Container},
	op.PutMessage:                {AnyOf: "a", On: auth.Object},
	op.GetMessages:               {AnyOf: "p", On: auth.Object},
	op.PeekMessages:              {AnyOf: "r", On: auth.Object},
	op.ClearMessages:             {AnyOf: "d", On: auth.Object},
	op.UpdateMessage:             {AnyOf: "u", On: auth.Object},
	op.DeleteMessage:             {AnyOf: "p", On: auth.Object},
}
