package ops

import (
	"net/url"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/sdk"
)

var (
	createContainer        = sdk.Bare[Request]("Create Container", within, nil, (*container.Client).Create)
	getContainerProperties = sdk.Bare[Request]("Get Container Properties", within, nil, (*container.Client).GetProperties)
	// Get Container Metadata has no SDK method: it is Get Container Properties with one more
	// query parameter, sent through the same pipeline.
	getContainerMetadata = sdk.Bare("Get Container Metadata", within, func(Request) *sdk.Exchange {
		return &sdk.Exchange{Query: url.Values{"comp": {"metadata"}}}
	}, (*container.Client).GetProperties)
	setContainerMetadata = sdk.Bare[Request]("Set Container Metadata", within, nil, (*container.Client).SetMetadata)
	getContainerACL      = sdk.Bare[Request]("Get Container ACL", within, nil, (*container.Client).GetAccessPolicy)
	setContainerACL      = sdk.Bare[Request]("Set Container ACL", within, nil, (*container.Client).SetAccessPolicy)
	deleteContainer      = sdk.Bare[Request]("Delete Container", within, nil, (*container.Client).Delete)
	restoreContainer     = sdk.On("Restore Container", within, nil, sdk.MethodOf(func(q Request) string { return q.Version }, (*container.Client).Restore))
	listBlobs            = sdk.On("List Blobs", within, delimited, sdk.Pager[Request]((*container.Client).NewListBlobsFlatPager))
	listContainers       = sdk.On("List Containers", whole, nil, sdk.Pager[Request]((*service.Client).NewListContainersPager))
	findBlobs            = sdk.On("Find Blobs by Tags", whole, nil, sdk.MethodOf(where, (*service.Client).FilterBlobs))
	findBlobsInContainer = sdk.On("Find Blobs by Tags in Container", within, nil, sdk.MethodOf(where, (*container.Client).FilterBlobs))
)

// delimited lists by delimiter, for which the SDK has another method with a type of its own for the answer.
func delimited(q Request) *sdk.Exchange {
	if q.Delimiter == "" {
		return nil
	}
	return &sdk.Exchange{Query: url.Values{"delimiter": {q.Delimiter}}}
}

func where(q Request) string { return q.Where }
