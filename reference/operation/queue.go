package operation

// The operations of the Queue service.
const (
	// On the service.
	ListQueues Operation = tableEnd + iota
	GetQueueServiceProperties
	SetQueueServiceProperties
	GetQueueServiceStats
	GetQueueUserDelegationKey // Microsoft uses the same name as for the Blob service
	PreflightQueueRequest

	// On a queue.
	CreateQueue
	DeleteQueue
	GetQueueMetadata
	SetQueueMetadata
	GetQueueACL
	SetQueueACL

	// On messages.
	PutMessage
	GetMessages
	PeekMessages
	ClearMessages
	UpdateMessage
	DeleteMessage

	queueEnd // one past the last
)

var queueNames = [...]string{
	ListQueues:                "List Queues",
	GetQueueServiceProperties: "Get Queue Service Properties",
	SetQueueServiceProperties: "Set Queue Service Properties",
	GetQueueServiceStats:      "Get Queue Service Stats",
	GetQueueUserDelegationKey: "Get User Delegation Key (Queue)",
	PreflightQueueRequest:     "Preflight Queue Request",
	CreateQueue:               "Create Queue",
	DeleteQueue:               "Delete Queue",
	GetQueueMetadata:          "Get Queue Metadata",
	SetQueueMetadata:          "Set Queue Metadata",
	GetQueueACL:               "Get Queue ACL",
	SetQueueACL:               "Set Queue ACL",
	PutMessage:                "Put Message",
	GetMessages:               "Get Messages",
	PeekMessages:              "Peek Messages",
	ClearMessages:             "Clear Messages",
	UpdateMessage:             "Update Message",
	DeleteMessage:             "Delete Message",
}
