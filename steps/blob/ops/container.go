package ops

import (
	"context"
	"net/url"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/sdk"
)

var (
	createContainer = sdk.On("Create Container", within, nil, func(ctx context.Context, c *container.Client, req Request) (any, error) {
		return c.Create(ctx, &container.CreateOptions{Metadata: sdk.Pointers(req.Metadata), Access: publicAccess(req.Access)})
	})
	getContainerProperties = sdk.On("Get Container Properties", within, nil, showContainer)
	// Get Container Metadata has no SDK method: it is Get Container Properties with one more
	// query parameter, sent through the same pipeline.
	getContainerMetadata = sdk.On("Get Container Metadata", within, func(Request) *sdk.Exchange {
		return &sdk.Exchange{Query: url.Values{"comp": {"metadata"}}}
	}, showContainer)
	setContainerMetadata = sdk.On("Set Container Metadata", within, nil, func(ctx context.Context, c *container.Client, req Request) (any, error) {
		return c.SetMetadata(ctx, &container.SetMetadataOptions{
			Metadata: sdk.Pointers(req.Metadata), LeaseAccessConditions: req.lease(), ModifiedAccessConditions: req.modified()})
	})
	getContainerACL = sdk.On("Get Container ACL", within, nil, func(ctx context.Context, c *container.Client, req Request) (any, error) {
		return c.GetAccessPolicy(ctx, &container.GetAccessPolicyOptions{LeaseAccessConditions: req.lease()})
	})
	setContainerACL = sdk.On("Set Container ACL", within, nil, func(ctx context.Context, c *container.Client, req Request) (any, error) {
		acl := sdk.Policies(req.Policies, func(id string, p sdk.Policy) *container.SignedIdentifier {
			return &container.SignedIdentifier{ID: &id, AccessPolicy: &container.AccessPolicy{Permission: p.Permission, Start: p.Start, Expiry: p.Expiry}}
		})
		return c.SetAccessPolicy(ctx, &container.SetAccessPolicyOptions{
			Access: publicAccess(req.Access), ContainerACL: acl, AccessConditions: containerAccess(req)})
	})
	deleteContainer = sdk.On("Delete Container", within, nil, func(ctx context.Context, c *container.Client, req Request) (any, error) {
		return c.Delete(ctx, &container.DeleteOptions{AccessConditions: containerAccess(req)})
	})
	listBlobs = sdk.On("List Blobs", within, nil, func(ctx context.Context, c *container.Client, req Request) (any, error) {
		o := &container.ListBlobsFlatOptions{Prefix: sdk.Optional(req.Prefix), Marker: sdk.Optional(req.Marker)}
		datasets := map[string]*bool{"copy": &o.Include.Copy, "deleted": &o.Include.Deleted, "metadata": &o.Include.Metadata, "snapshots": &o.Include.Snapshots,
			"tags": &o.Include.Tags, "uncommittedblobs": &o.Include.UncommittedBlobs}
		for _, dataset := range req.Include {
			*datasets[dataset] = true
		}
		return c.NewListBlobsFlatPager(o).NextPage(ctx)
	})
	listContainers = sdk.On("List Containers", whole, nil, func(ctx context.Context, s *service.Client, req Request) (any, error) {
		o := &service.ListContainersOptions{Prefix: sdk.Optional(req.Prefix), Marker: sdk.Optional(req.Marker)}
		datasets := map[string]*bool{"deleted": &o.Include.Deleted, "metadata": &o.Include.Metadata}
		for _, dataset := range req.Include {
			*datasets[dataset] = true
		}
		return s.NewListContainersPager(o).NextPage(ctx)
	})
	findBlobs = sdk.On("Find Blobs by Tags", whole, nil, func(ctx context.Context, s *service.Client, req Request) (any, error) {
		return s.FilterBlobs(ctx, req.Where, &service.FilterBlobsOptions{Marker: sdk.Optional(req.Marker)})
	})
	findBlobsInContainer = sdk.On("Find Blobs by Tags in Container", within, nil, func(ctx context.Context, c *container.Client, req Request) (any, error) {
		return c.FilterBlobs(ctx, req.Where, &container.FilterBlobsOptions{Marker: sdk.Optional(req.Marker)})
	})
)

func showContainer(ctx context.Context, c *container.Client, req Request) (any, error) {
	return c.GetProperties(ctx, &container.GetPropertiesOptions{LeaseAccessConditions: req.lease()})
}

// containerAccess is Request.access in the container package's type.
func containerAccess(req Request) *container.AccessConditions {
	return &container.AccessConditions{LeaseAccessConditions: req.lease(), ModifiedAccessConditions: req.modified()}
}

func publicAccess(s string) *container.PublicAccessType {
	if s == "" {
		return nil
	}
	a := container.PublicAccessType(s)
	return &a
}
