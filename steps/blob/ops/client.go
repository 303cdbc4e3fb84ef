package ops

import (
	"context"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
)

// Client is a client of the Blob service for one actor of a scenario.
type Client = sdk.Service[*service.Client]

// NewClient makes a client of the Blob service. It sends no request.
func NewClient(c *sdk.Connection) *Client {
	return sdk.NewService(c, &service.ClientOptions{ClientOptions: c.Options("x-ms-date"),
		ExpectContinueBehavior: blob.ExpectContinueOptions{Mode: blob.ExpectContinueModeOff}},
		blob.NewSharedKeyCredential, service.NewClientWithSharedKeyCredential, service.NewClientWithNoCredential)
}

// The SDK's clients for an address.
func whole(s *service.Client, _ Address) *service.Client { return s }

func within(s *service.Client, r Address) *container.Client {
	return s.NewContainerClient(r.Container)
}

func asBlob(s *service.Client, r Address) *blob.Client { return within(s, r).NewBlobClient(r.Blob) }

func asBlock(s *service.Client, r Address) *blockblob.Client {
	return within(s, r).NewBlockBlobClient(r.Blob)
}

func asPage(s *service.Client, r Address) *pageblob.Client {
	return within(s, r).NewPageBlobClient(r.Blob)
}

func asAppend(s *service.Client, r Address) *appendblob.Client {
	return within(s, r).NewAppendBlobClient(r.Blob)
}

// performer is the function that performs an operation.
type performer = func(ctx context.Context, c *Client, r Address, req Request) (scenario.Response, error)

// either makes an operation for which the SDK has several methods.
func either(choose func(r Address, req Request) (performer, error)) performer {
	return func(ctx context.Context, c *Client, r Address, req Request) (scenario.Response, error) {
		do, err := choose(r, req)
		if err != nil {
			return scenario.Response{}, err
		}
		return do(ctx, c, r, req)
	}
}
