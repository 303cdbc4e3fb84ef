package file

import (
	"context"

	azlease "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

var shareLeases = lease.Operations[State](scenario.Facts{Name: "Lease Share ", SAS: "c:", Since: "2020-02-10", Kinds: []string{kindShare}, From: lease.Endless}, "-1",
	func(s *service.Client, a Address, id *string) (*azlease.ShareClient, error) {
		return azlease.NewShareClient(shareOf(s, a), &azlease.ShareClientOptions{LeaseID: id})
	}, lease.Calls[*azlease.ShareClient, Request]{
		Acquire: func(ctx context.Context, l *azlease.ShareClient, req Request) (any, error) {
			return l.Acquire(ctx, lease.Seconds(req.Duration), nil)
		},
		Renew: func(ctx context.Context, l *azlease.ShareClient, _ Request) (any, error) { return l.Renew(ctx, nil) },
		Change: func(ctx context.Context, l *azlease.ShareClient, req Request) (any, error) {
			return l.Change(ctx, *lease.ID(req.ProposedID), nil)
		},
		Release: func(ctx context.Context, l *azlease.ShareClient, _ Request) (any, error) { return l.Release(ctx, nil) },
		Break:   func(ctx context.Context, l *azlease.ShareClient, _ Request) (any, error) { return l.Break(ctx, nil) },
	})

// The lease of a file cannot be renewed: it never ends.
var fileLeases = lease.Operations[State](scenario.Facts{Name: "Lease File ", SAS: "o:", Since: "2019-07-07", Kinds: []string{kindFile}, From: "is Leased(A)"}, "-1",
	func(s *service.Client, a Address, id *string) (*azlease.FileClient, error) {
		return azlease.NewFileClient(fileOf(s, a), &azlease.FileClientOptions{LeaseID: id})
	}, lease.Calls[*azlease.FileClient, Request]{
		Acquire: func(ctx context.Context, l *azlease.FileClient, _ Request) (any, error) { return l.Acquire(ctx, nil) },
		Change: func(ctx context.Context, l *azlease.FileClient, req Request) (any, error) {
			return l.Change(ctx, *lease.ID(req.ProposedID), nil)
		},
		Release: func(ctx context.Context, l *azlease.FileClient, _ Request) (any, error) { return l.Release(ctx, nil) },
		Break:   func(ctx context.Context, l *azlease.FileClient, _ Request) (any, error) { return l.Break(ctx, nil) },
	})
