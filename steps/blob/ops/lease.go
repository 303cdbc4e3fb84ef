package ops

import (
	"context"
	"net/http"
	"strconv"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// perform is the shape of Operation.Do.
type performer func(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error)

// leaseAction is one of the five actions of Lease Blob and Lease Container.
type leaseAction struct {
	name      string
	success   int
	complete  func(Resource, Request) Request
	container performer
	blob      performer
	// sign tells the clients of a race apart; nil: by what they write.
	sign func(req *Request, text string, id func() string)
}

var leaseActions = []leaseAction{
	{"acquire", http.StatusCreated, withDuration, acquireContainer, acquireBlob, proposes},
	{"renew", http.StatusOK, nil, renewContainer, renewBlob, nil},
	{"change", http.StatusOK, nil, changeContainer, changeBlob, proposes},
	{"release", http.StatusOK, nil, releaseContainer, releaseBlob, nil},
	{"break", http.StatusAccepted, nil, breakContainer, breakBlob, nil},
}

// proposes gives each client of a race an id of its own.
func proposes(req *Request, _ string, id func() string) {
	proposed := id()
	req.ProposedID = &proposed
}

// noLeaseID stands where the SDK demands an id and would otherwise invent one:
// what the request does not name is dropped before it is signed.
var noLeaseID = "00000000-0000-0000-0000-000000000000"

func leaseExchange(req Request) *sdk.Exchange {
	x := &sdk.Exchange{}
	if req.LeaseID == nil {
		x.Drop = append(x.Drop, "x-ms-lease-id")
	}
	if req.ProposedID == nil {
		x.Drop = append(x.Drop, "x-ms-proposed-lease-id")
	}
	if req.Duration == nil {
		x.Drop = append(x.Drop, "x-ms-lease-duration")
	}
	return x
}

func idOr(id *string) *string {
	if id == nil {
		return &noLeaseID
	}
	return id
}

// seconds is what the SDK's typed option can carry; the text itself follows by
// exchange.fill.
func seconds(s *string) int32 {
	if s == nil {
		return 0
	}
	n, err := strconv.ParseInt(*s, 10, 32)
	if err != nil {
		return 0
	}
	return int32(n)
}

// period is nil for "no break period"; -1 means the same to the SDK.
func period(s *string) *int32 {
	if s == nil {
		return nil
	}
	n := seconds(s)
	return &n
}

func (c *Client) containerLease(r Resource, id *string) (*lease.ContainerClient, error) {
	return lease.NewContainerClient(c.container(r), &lease.ContainerClientOptions{LeaseID: idOr(id)})
}

func (c *Client) blobLease(r Resource, id *string) (*lease.BlobClient, error) {
	return lease.NewBlobClient(c.blob(r).any, &lease.BlobClientOptions{LeaseID: idOr(id)})
}

func (c *Client) leaseContainer(ctx context.Context, action string, r Resource, req Request, id *string, call func(context.Context, *lease.ContainerClient) error) (scenario.Response, error) {
	sub, err := c.containerLease(r, id)
	if err != nil {
		return scenario.Response{}, err
	}
	return c.perform(ctx, "Lease Container "+action, r, req, leaseExchange(req), func(ctx context.Context) error { return call(ctx, sub) })
}

func (c *Client) leaseBlob(ctx context.Context, action string, r Resource, req Request, id *string, call func(context.Context, *lease.BlobClient) error) (scenario.Response, error) {
	sub, err := c.blobLease(r, id)
	if err != nil {
		return scenario.Response{}, err
	}
	return c.perform(ctx, "Lease Blob "+action, r, req, leaseExchange(req), func(ctx context.Context) error { return call(ctx, sub) })
}

func acquireContainer(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.leaseContainer(ctx, "acquire", r, req, req.ProposedID, func(ctx context.Context, l *lease.ContainerClient) error {
		_, err := l.AcquireLease(ctx, seconds(req.Duration), &lease.ContainerAcquireOptions{ModifiedAccessConditions: req.modified()})
		return err
	})
}

func acquireBlob(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.leaseBlob(ctx, "acquire", r, req, req.ProposedID, func(ctx context.Context, l *lease.BlobClient) error {
		_, err := l.AcquireLease(ctx, seconds(req.Duration), &lease.BlobAcquireOptions{ModifiedAccessConditions: req.modified()})
		return err
	})
}

func renewContainer(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.leaseContainer(ctx, "renew", r, req, req.LeaseID, func(ctx context.Context, l *lease.ContainerClient) error {
		_, err := l.RenewLease(ctx, &lease.ContainerRenewOptions{ModifiedAccessConditions: req.modified()})
		return err
	})
}

func renewBlob(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.leaseBlob(ctx, "renew", r, req, req.LeaseID, func(ctx context.Context, l *lease.BlobClient) error {
		_, err := l.RenewLease(ctx, &lease.BlobRenewOptions{ModifiedAccessConditions: req.modified()})
		return err
	})
}

func changeContainer(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.leaseContainer(ctx, "change", r, req, req.LeaseID, func(ctx context.Context, l *lease.ContainerClient) error {
		_, err := l.ChangeLease(ctx, *idOr(req.ProposedID), &lease.ContainerChangeOptions{ModifiedAccessConditions: req.modified()})
		return err
	})
}

func changeBlob(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.leaseBlob(ctx, "change", r, req, req.LeaseID, func(ctx context.Context, l *lease.BlobClient) error {
		_, err := l.ChangeLease(ctx, *idOr(req.ProposedID), &lease.BlobChangeOptions{ModifiedAccessConditions: req.modified()})
		return err
	})
}

func releaseContainer(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.leaseContainer(ctx, "release", r, req, req.LeaseID, func(ctx context.Context, l *lease.ContainerClient) error {
		_, err := l.ReleaseLease(ctx, &lease.ContainerReleaseOptions{ModifiedAccessConditions: req.modified()})
		return err
	})
}

func releaseBlob(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.leaseBlob(ctx, "release", r, req, req.LeaseID, func(ctx context.Context, l *lease.BlobClient) error {
		_, err := l.ReleaseLease(ctx, &lease.BlobReleaseOptions{ModifiedAccessConditions: req.modified()})
		return err
	})
}

func breakContainer(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.leaseContainer(ctx, "break", r, req, req.LeaseID, func(ctx context.Context, l *lease.ContainerClient) error {
		_, err := l.BreakLease(ctx, &lease.ContainerBreakOptions{BreakPeriod: period(req.BreakPeriod), ModifiedAccessConditions: req.modified()})
		return err
	})
}

func breakBlob(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.leaseBlob(ctx, "break", r, req, req.LeaseID, func(ctx context.Context, l *lease.BlobClient) error {
		_, err := l.BreakLease(ctx, &lease.BlobBreakOptions{BreakPeriod: period(req.BreakPeriod), ModifiedAccessConditions: req.modified()})
		return err
	})
}
