package ops

import (
	"context"
	"net/url"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

func createContainer(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Create Container", r, req, nil, func(ctx context.Context) error {
		_, err := c.container(r).Create(ctx, &container.CreateOptions{
			Metadata: sdk.Pointers(req.Metadata), Access: publicAccess(req.Access),
		})
		return err
	})
}

func getContainerProperties(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Get Container Properties", r, req, nil, func(ctx context.Context) error {
		_, err := c.container(r).GetProperties(ctx, &container.GetPropertiesOptions{LeaseAccessConditions: req.lease()})
		return err
	})
}

// getContainerMetadata has no SDK method: it is Get Container Properties with
// one more query parameter, sent through the same pipeline.
func getContainerMetadata(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	x := &sdk.Exchange{Query: url.Values{"comp": {"metadata"}}}
	return c.perform(ctx, "Get Container Metadata", r, req, x, func(ctx context.Context) error {
		_, err := c.container(r).GetProperties(ctx, &container.GetPropertiesOptions{LeaseAccessConditions: req.lease()})
		return err
	})
}

func setContainerMetadata(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Set Container Metadata", r, req, nil, func(ctx context.Context) error {
		_, err := c.container(r).SetMetadata(ctx, &container.SetMetadataOptions{
			Metadata:                 sdk.Pointers(req.Metadata),
			LeaseAccessConditions:    req.lease(),
			ModifiedAccessConditions: req.modified(),
		})
		return err
	})
}

func getContainerACL(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Get Container ACL", r, req, nil, func(ctx context.Context) error {
		_, err := c.container(r).GetAccessPolicy(ctx, &container.GetAccessPolicyOptions{LeaseAccessConditions: req.lease()})
		return err
	})
}

func setContainerACL(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	var acl []*container.SignedIdentifier
	for _, p := range req.Policies {
		id := &container.SignedIdentifier{ID: &p.ID, AccessPolicy: &container.AccessPolicy{Permission: sdk.Optional(p.Permission)}}
		if !p.Start.IsZero() {
			id.AccessPolicy.Start = &p.Start
		}
		if !p.Expiry.IsZero() {
			id.AccessPolicy.Expiry = &p.Expiry
		}
		acl = append(acl, id)
	}
	return c.perform(ctx, "Set Container ACL", r, req, nil, func(ctx context.Context) error {
		_, err := c.container(r).SetAccessPolicy(ctx, &container.SetAccessPolicyOptions{
			Access: publicAccess(req.Access), ContainerACL: acl, AccessConditions: containerAccess(req),
		})
		return err
	})
}

func deleteContainer(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Delete Container", r, req, nil, func(ctx context.Context) error {
		_, err := c.container(r).Delete(ctx, &container.DeleteOptions{AccessConditions: containerAccess(req)})
		return err
	})
}

func listBlobs(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	o := &container.ListBlobsFlatOptions{Prefix: sdk.Optional(req.Prefix), Marker: sdk.Optional(req.Marker)}
	for _, dataset := range req.Include {
		switch dataset {
		case "copy":
			o.Include.Copy = true
		case "metadata":
			o.Include.Metadata = true
		case "snapshots":
			o.Include.Snapshots = true
		case "tags":
			o.Include.Tags = true
		case "uncommittedblobs":
			o.Include.UncommittedBlobs = true
		}
	}
	return c.perform(ctx, "List Blobs", r, req, nil, func(ctx context.Context) error {
		_, err := c.container(r).NewListBlobsFlatPager(o).NextPage(ctx)
		return err
	})
}

func listContainers(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	o := &service.ListContainersOptions{Prefix: sdk.Optional(req.Prefix), Marker: sdk.Optional(req.Marker)}
	for _, dataset := range req.Include {
		o.Include.Metadata = o.Include.Metadata || dataset == "metadata"
	}
	return c.perform(ctx, "List Containers", r, req, nil, func(ctx context.Context) error {
		_, err := c.service.NewListContainersPager(o).NextPage(ctx)
		return err
	})
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
