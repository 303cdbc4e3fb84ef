package ops

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/internal/target"
)

// ClientOptions chooses how a Client authorises its requests. The zero value
// uses the session's own credential.
type ClientOptions struct {
	Anonymous bool   // send no credential at all
	SAS       string // use this SAS (a query string, "?" or not) instead
}

// Client is one client of the service, as one actor of a scenario sees it. It
// is safe for concurrent use and keeps the SDK's sub-clients.
type Client struct {
	session  *target.Session
	service  *service.Client
	endpoint string
	key      *blob.SharedKeyCredential // nil without account key
	sas      string                    // of the requests, without "?"

	transport http.RoundTripper
	anonymous bool

	mu         sync.Mutex
	table      *aztables.ServiceClient // opened on first use
	queue      *azqueue.ServiceClient
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
func NewClient(s *target.Session, transport http.RoundTripper, o ClientOptions) (*Client, error) {
	endpoint := strings.TrimRight(s.Endpoints[target.Blob], "/")
	if transport == nil {
		transport = s.Transport
	}
	c := &Client{
		session: s, endpoint: endpoint, transport: transport, anonymous: o.Anonymous,
		containers: map[string]*container.Client{},
		blobs:      map[Resource]*blobClients{},
	}
	options := &service.ClientOptions{
		ClientOptions: azcore.ClientOptions{
			// A retried conditional write would be answered by its own echo, and a
			// case counts its exchanges.
			Retry:           policy.RetryOptions{MaxRetries: -1},
			Telemetry:       policy.TelemetryOptions{Disabled: true},
			Transport:       transporter{transport},
			PerCallPolicies: []policy.Policy{shape{clock: s.Clock, version: s.Versions[target.Blob]}},
		},
		ExpectContinueBehavior: blob.ExpectContinueOptions{Mode: blob.ExpectContinueModeOff},
	}

	sas := o.SAS
	if sas == "" && !o.Anonymous {
		sas = s.Credential.SAS.Reveal()
	}
	c.sas = strings.TrimPrefix(sas, "?")

	var err error
	if key := s.Credential.Key.Reveal(); key != "" {
		if c.key, err = blob.NewSharedKeyCredential(s.Credential.Account, key); err != nil {
			return nil, errors.New("opening a blob client: the account key is not base64")
		}
	}
	switch {
	case endpoint == "":
		// A target without blobs: its other services open on first use.
	case c.key != nil && c.sas == "" && !o.Anonymous:
		c.service, err = service.NewClientWithSharedKeyCredential(endpoint, c.key, options)
	case c.sas != "":
		c.service, err = service.NewClientWithNoCredential(endpoint+"?"+c.sas, options)
	default:
		c.service, err = service.NewClientWithNoCredential(endpoint, options)
	}
	if err != nil {
		return nil, fmt.Errorf("opening a blob client: %s", c.scrub(err.Error()))
	}
	return c, nil
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
