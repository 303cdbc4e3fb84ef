package ops

import (
	"context"

	azlease "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

var containerLeases = lease.Operations[State](
	scenario.Facts{Name: "Lease Container ", SAS: "c:", Kinds: []string{Container}, Conditions: dates, From: lease.Endless,
		Article: scenario.Article{List: "container", Row: 8, Name: "Lease Container", ETag: "Yes", Conditions: "Yes"}},
	"60", // the longest finite lease, which no case outlives by chance
	func(s *service.Client, r Address, id *string) (*azlease.ContainerClient, error) {
		return azlease.NewContainerClient(within(s, r), &azlease.ContainerClientOptions{LeaseID: id})
	}, lease.Calls[*azlease.ContainerClient, Request]{
		Acquire: func(ctx context.Context, l *azlease.ContainerClient, req Request) (any, error) {
			return l.AcquireLease(ctx, lease.Seconds(req.Duration), &azlease.ContainerAcquireOptions{ModifiedAccessConditions: req.modified()})
		},
		Renew: func(ctx context.Context, l *azlease.ContainerClient, req Request) (any, error) {
			return l.RenewLease(ctx, &azlease.ContainerRenewOptions{ModifiedAccessConditions: req.modified()})
		},
		Change: func(ctx context.Context, l *azlease.ContainerClient, req Request) (any, error) {
			return l.ChangeLease(ctx, *lease.ID(req.ProposedID), &azlease.ContainerChangeOptions{ModifiedAccessConditions: req.modified()})
		},
		Release: func(ctx context.Context, l *azlease.ContainerClient, req Request) (any, error) {
			return l.ReleaseLease(ctx, &azlease.ContainerReleaseOptions{ModifiedAccessConditions: req.modified()})
		},
		Break: func(ctx context.Context, l *azlease.ContainerClient, req Request) (any, error) {
			return l.BreakLease(ctx, &azlease.ContainerBreakOptions{BreakPeriod: req.period(), ModifiedAccessConditions: req.modified()})
		},
	})

var blobLeases = lease.Operations[State](
	scenario.Facts{Name: "Lease Blob ", SAS: "o:", Kinds: Blobs, Conditions: every, From: lease.Endless,
		Article: scenario.Article{List: "blob", Row: 7, Name: "Lease Blob", ETag: "Yes", Conditions: "Yes"}}, "60",
	func(s *service.Client, r Address, id *string) (*azlease.BlobClient, error) {
		return azlease.NewBlobClient(asBlob(s, r), &azlease.BlobClientOptions{LeaseID: id})
	}, lease.Calls[*azlease.BlobClient, Request]{
		Acquire: func(ctx context.Context, l *azlease.BlobClient, req Request) (any, error) {
			return l.AcquireLease(ctx, lease.Seconds(req.Duration), &azlease.BlobAcquireOptions{ModifiedAccessConditions: req.modified()})
		},
		Renew: func(ctx context.Context, l *azlease.BlobClient, req Request) (any, error) {
			return l.RenewLease(ctx, &azlease.BlobRenewOptions{ModifiedAccessConditions: req.modified()})
		},
		Change: func(ctx context.Context, l *azlease.BlobClient, req Request) (any, error) {
			return l.ChangeLease(ctx, *lease.ID(req.ProposedID), &azlease.BlobChangeOptions{ModifiedAccessConditions: req.modified()})
		},
		Release: func(ctx context.Context, l *azlease.BlobClient, req Request) (any, error) {
			return l.ReleaseLease(ctx, &azlease.BlobReleaseOptions{ModifiedAccessConditions: req.modified()})
		},
		Break: func(ctx context.Context, l *azlease.BlobClient, req Request) (any, error) {
			return l.BreakLease(ctx, &azlease.BlobBreakOptions{BreakPeriod: req.period(), ModifiedAccessConditions: req.modified()})
		},
	})

// period is nil for "no break period"; -1 means the same to the SDK.
func (q Request) period() *int32 {
	if q.BreakPeriod == nil {
		return nil
	}
	n := lease.Seconds(q.BreakPeriod)
	return &n
}
