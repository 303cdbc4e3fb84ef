package queue

import (
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2/sas"

	"ifmatch/internal/target"
	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Address is the address of a queue, or of a message in one.
type Address struct{ Queue, Message string }

// String is the path within the account.
func (a Address) String() string {
	if a.Message == "" {
		return a.Queue
	}
	return a.Queue + "/messages/" + a.Message
}

// Request is what a client asks the Queue service for. Its own fields are as they stand in the
// query or in the address. The text of a message is its Body; an update without one changes
// only the visibility.
type Request struct {
	scenario.Base
	Visibility, TimeToLive, MessageCount *string
	PopReceipt, MessageID                *string // MessageID: instead of the address's own
	// Prefix and Marker shape a list of queues.
	Prefix, Marker string
	Settings       account.Settings
}

// client is a client of the Queue service.
type client = sdk.Service[*azqueue.ServiceClient]

func newClient(c *sdk.Connection) *client {
	options := &azqueue.ClientOptions{ClientOptions: c.Options("x-ms-date")}
	return sdk.NewService(c, options, azqueue.NewSharedKeyCredential, azqueue.NewServiceClientWithSharedKeyCredential, azqueue.NewServiceClientWithNoCredential)
}

// policySAS signs a SAS on a queue that refers to one of its stored access policies, which hold
// its rights and times. The session needs the account key. The result is a query string without
// "?", and a secret.
func policySAS(s *target.Session, r scenario.Address, policy string) (string, error) {
	v := sas.QueueSignatureValues{Version: s.Versions[target.Queue], Identifier: policy, QueueName: r.(Address).Queue}
	return sdk.Sign(s, s.Credential.Key.Reveal(), azqueue.NewSharedKeyCredential, v.SignWithSharedKey)
}
