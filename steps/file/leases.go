package file

import (
	azlease "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"

	"ifmatch/steps/lease"
	"ifmatch/steps/sdk"
)

var shareLeases = lease.Operations[State]("Lease Share ", "-1",
	func(s *service.Client, a Address, id *string) (*azlease.ShareClient, error) {
		return azlease.NewShareClient(shareOf(s, a), &azlease.ShareClientOptions{LeaseID: id})
	}, lease.Calls[*azlease.ShareClient, Request]{
		"acquire": sdk.MethodOf(func(q Request) int32 { return lease.Seconds(q.Duration) }, (*azlease.ShareClient).Acquire),
		"renew":   sdk.Method[Request]((*azlease.ShareClient).Renew),
		"change":  sdk.MethodOf(proposed, (*azlease.ShareClient).Change),
		"release": sdk.Method[Request]((*azlease.ShareClient).Release),
		"break":   sdk.Method[Request]((*azlease.ShareClient).Break),
	})

// The lease of a file cannot be renewed: it never ends.
var fileLeases = lease.Operations[State]("Lease File ", "-1",
	func(s *service.Client, a Address, id *string) (*azlease.FileClient, error) {
		return azlease.NewFileClient(fileOf(s, a), &azlease.FileClientOptions{LeaseID: id})
	}, lease.Calls[*azlease.FileClient, Request]{
		"acquire": sdk.Method[Request]((*azlease.FileClient).Acquire),
		"change":  sdk.MethodOf(proposed, (*azlease.FileClient).Change),
		"release": sdk.Method[Request]((*azlease.FileClient).Release),
		"break":   sdk.Method[Request]((*azlease.FileClient).Break),
	})

func proposed(q Request) string { return *lease.ID(q.ProposedID) }
