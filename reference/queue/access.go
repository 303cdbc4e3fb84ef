package queue

import (
	"ifmatch/reference/auth"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
)

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
