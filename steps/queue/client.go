package queue

import (
	"errors"
	"fmt"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2/sas"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// client is one client of the Queue service.
type client = sdk.Service[*azqueue.ServiceClient]

func newClient(c *sdk.Connection) *client {
	options := &azqueue.ClientOptions{ClientOptions: c.Options("x-ms-date")}
	return sdk.NewService(c, sdk.Opener[*azqueue.ServiceClient]{
		WithKey: func(endpoint, account, key string) (*azqueue.ServiceClient, error) {
			cred, err := azqueue.NewSharedKeyCredential(account, key)
			if err != nil {
				return nil, sdk.ErrKey
			}
			return azqueue.NewServiceClientWithSharedKeyCredential(endpoint, cred, options)
		},
		Without: func(endpoint string) (*azqueue.ServiceClient, error) {
			return azqueue.NewServiceClientWithNoCredential(endpoint, options)
		},
	})
}

// policySAS signs a SAS on a queue that hangs on one of its stored access policies:
// rights and times are the policy's. The session needs the account key. The result
// is a query string without "?", and a secret.
func policySAS(s *target.Session, r scenario.Resource, policy string) (string, error) {
	queue := r.(Address).Queue
	key := s.Credential.Key.Reveal()
	if key == "" {
		return "", errors.New("signing a SAS: the target's credential is no account key")
	}
	signer, err := azqueue.NewSharedKeyCredential(s.Credential.Account, key)
	if err != nil {
		return "", errors.New("signing a SAS: the account key is not base64")
	}
	token, err := sas.QueueSignatureValues{Version: s.Versions[target.Queue], Identifier: policy, QueueName: queue}.SignWithSharedKey(signer)
	if err != nil {
		return "", fmt.Errorf("signing a SAS under the policy %s of %s: %w", policy, queue, err)
	}
	return token.Encode(), nil
}
