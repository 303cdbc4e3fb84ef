package table

import (
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/steps/sdk"
)

// client is a client of the Table service.
type client = sdk.Service[*aztables.ServiceClient]

func newClient(c *sdk.Connection) *client {
	options := &aztables.ClientOptions{ClientOptions: c.Options("X-Ms-Date")}
	return sdk.NewService(c, options, aztables.NewSharedKeyCredential, aztables.NewServiceClientWithSharedKey, aztables.NewServiceClientWithNoCredential)
}
