package ops

import (
	azlease "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/lease"
	"ifmatch/steps/sdk"
)

var containerLeases = lease.Operations[State]("Lease Container ", "60", // the longest finite lease, which no case outlives by chance
	func(s *service.Client, r Address, id *string) (*azlease.ContainerClient, error) {
		return azlease.NewContainerClient(within(s, r), &azlease.ContainerClientOptions{LeaseID: id})
	}, lease.Calls[*azlease.ContainerClient, Request]{
		"acquire": sdk.MethodOf(duration, (*azlease.ContainerClient).AcquireLease),
		"renew":   sdk.Method[Request]((*azlease.ContainerClient).RenewLease),
		"change":  sdk.MethodOf(proposed, (*azlease.ContainerClient).ChangeLease),
		"release": sdk.Method[Request]((*azlease.ContainerClient).ReleaseLease),
		"break":   sdk.Method[Request]((*azlease.ContainerClient).BreakLease),
	})

var blobLeases = lease.Operations[State]("Lease Blob ", "60",
	func(s *service.Client, r Address, id *string) (*azlease.BlobClient, error) {
		return azlease.NewBlobClient(asBlob(s, r), &azlease.BlobClientOptions{LeaseID: id})
	}, lease.Calls[*azlease.BlobClient, Request]{
		"acquire": sdk.MethodOf(duration, (*azlease.BlobClient).AcquireLease),
		"renew":   sdk.Method[Request]((*azlease.BlobClient).RenewLease),
		"change":  sdk.MethodOf(proposed, (*azlease.BlobClient).ChangeLease),
		"release": sdk.Method[Request]((*azlease.BlobClient).ReleaseLease),
		"break":   sdk.Method[Request]((*azlease.BlobClient).BreakLease),
	})

func duration(q Request) int32 { return lease.Seconds(q.Duration) }

func proposed(q Request) string { return *lease.ID(q.ProposedID) }

// period is nil for "no break period"; -1 means the same to the SDK.
func (q Request) period() *int32 {
	if q.BreakPeriod == nil {
		return nil
	}
	return new(lease.Seconds(q.BreakPeriod))
}
