package file

import (
	azlease "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

var shareLeases = lease.Operations[State](scenario.Facts{Name: "Lease Share "}, "-1",
	func(s *service.Client, a Address, id *string) (*azlease.ShareClient, error) {
		return azlease.NewShareClient(shareOf(s, a), &azlease.ShareClientOptions{LeaseID: id})
	}, lease.Calls[*azlease.ShareClient, Request]{
		Acquire: sdk.MethodOf(func(q Request) int32 { return lease.Seconds(q.Duration) }, (*azlease.ShareClient).Acquire),
		Renew:   sdk.Method[Request]((*azlease.ShareClient).Renew),
		Change:  sdk.MethodOf(proposed, (*azlease.ShareClient).Change),
		Release: sdk.Method[Request]((*azlease.ShareClient).Release),
		Break:   sdk.Method[Request]((*azlease.ShareClient).Break),
	})

// The lease of a file cannot be renewed: it never ends.
var fileLeases = lease.Operations[State](scenario.Facts{Name: "Lease File "}, "-1",
	func(s *service.Client, a Address, id *string) (*azlease.FileClient, error) {
		return azlease.NewFileClient(fileOf(s, a), &azlease.FileClientOptions{LeaseID: id})
	}, lease.Calls[*azlease.FileClient, Request]{
		Acquire: sdk.Method[Request]((*azlease.FileClient).Acquire),
		Change:  sdk.MethodOf(proposed, (*azlease.FileClient).Change),
		Release: sdk.Method[Request]((*azlease.FileClient).Release),
		Break:   sdk.Method[Request]((*azlease.FileClient).Break),
	})

func proposed(q Request) string { return *lease.ID(q.ProposedID) }
