package ops

import (
	"context"
	"net/http"
	"net/url"
	"sync"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
)

// Client is one client of the Blob service, as one actor of a scenario sees it. It
// is safe for concurrent use and keeps the SDK's sub-clients.
type Client struct {
	*sdk.Connection
	service *service.Client

	mu         sync.Mutex
	containers map[string]*container.Client
	blobs      map[Resource]*blobClients
}

// blobClients are the SDK's four views of one blob.
type blobClients struct {
	any    *blob.Client
	block  *blockblob.Client
	page   *pageblob.Client
	append *appendblob.Client
}

// NewClient opens a client of the session's Blob service. A nil transport means
// the session's own. It makes no request.
func NewClient(s *target.Session, transport http.RoundTripper, a scenario.Access) (*Client, error) {
	c := &Client{Connection: sdk.Connect(s, target.Blob, transport, a),
		containers: map[string]*container.Client{}, blobs: map[Resource]*blobClients{}}
	options := &service.ClientOptions{ClientOptions: c.Options("x-ms-date"),
		ExpectContinueBehavior: blob.ExpectContinueOptions{Mode: blob.ExpectContinueModeOff}}
	var err error
	c.service, err = sdk.Open(c.Connection, sdk.Opener[*service.Client]{
		WithKey: func(endpoint, account, key string) (*service.Client, error) {
			signer, err := blob.NewSharedKeyCredential(account, key)
			if err != nil {
				return nil, sdk.ErrKey
			}
			return service.NewClientWithSharedKeyCredential(endpoint, signer, options)
		},
		Without: func(endpoint string) (*service.Client, error) {
			return service.NewClientWithNoCredential(endpoint, options)
		},
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// perform runs one SDK call as one exchange.
func (c *Client) perform(ctx context.Context, name string, r Resource, req Request, x *sdk.Exchange, call func(context.Context) error) (scenario.Response, error) {
	if r.Snapshot != "" {
		if x == nil {
			x = &sdk.Exchange{}
		}
		if x.Query == nil {
			x.Query = url.Values{}
		}
		x.Query.Set("snapshot", r.Snapshot)
	}
	return c.Perform(ctx, name, r, &req, x, call)
}

func (c *Client) container(r Resource) *container.Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.containerLocked(r.Container)
}

func (c *Client) containerLocked(name string) *container.Client {
	sub := c.containers[name]
	if sub == nil {
		sub = c.service.NewContainerClient(name)
		c.containers[name] = sub
	}
	return sub
}

func (c *Client) blob(r Resource) *blobClients {
	r = Resource{Container: r.Container, Blob: r.Blob}
	c.mu.Lock()
	defer c.mu.Unlock()
	sub := c.blobs[r]
	if sub == nil {
		parent := c.containerLocked(r.Container)
		sub = &blobClients{
			any:    parent.NewBlobClient(r.Blob),
			block:  parent.NewBlockBlobClient(r.Blob),
			page:   parent.NewPageBlobClient(r.Blob),
			append: parent.NewAppendBlobClient(r.Blob),
		}
		c.blobs[r] = sub
	}
	return sub
}
