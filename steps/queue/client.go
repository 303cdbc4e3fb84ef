package queue

import (
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2/sas"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

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
