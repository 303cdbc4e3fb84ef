package table

import (
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/steps/sdk"
)

// client is one client of the Table service.
type client = sdk.Service[*aztables.ServiceClient]

func newClient(c *sdk.Connection) *client {
	options := &aztables.ClientOptions{ClientOptions: c.Options("X-Ms-Date")}
	return sdk.NewService(c, sdk.Opener[*aztables.ServiceClient]{
		WithKey: func(endpoint, account, key string) (*aztables.ServiceClient, error) {
			cred, err := aztables.NewSharedKeyCredential(account, key)
			if err != nil {
				return nil, sdk.ErrKey
			}
			return aztables.NewServiceClientWithSharedKey(endpoint, cred, options)
		},
		Without: func(endpoint string) (*aztables.ServiceClient, error) {
			return aztables.NewServiceClientWithNoCredential(endpoint, options)
		},
	})
}
