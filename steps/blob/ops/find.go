package ops

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

func findBlobs(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Find Blobs by Tags", r, req, nil, func(ctx context.Context) error {
		_, err := c.service.FilterBlobs(ctx, req.Where, &service.FilterBlobsOptions{Marker: sdk.Optional(req.Marker)})
		return err
	})
}

func findBlobsInContainer(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Find Blobs by Tags in Container", r, req, nil, func(ctx context.Context) error {
		_, err := c.container(r).FilterBlobs(ctx, req.Where, &container.FilterBlobsOptions{Marker: sdk.Optional(req.Marker)})
		return err
	})
}

// Found tells whether a search by tags finds a blob: in its container, or in all of
// the account.
func Found(ctx context.Context, c *Client, r Resource, where string, everywhere bool) (bool, error) {
	name, find, in := "Find Blobs by Tags in Container", findBlobsInContainer, Resource{Kind: Container, Container: r.Container}
	if everywhere {
		name, find, in = "Find Blobs by Tags", findBlobs, Resource{Kind: Account}
		where = fmt.Sprintf("@container = '%s' AND %s", r.Container, where)
	}
	req := Request{Where: where}
	for {
		resp, err := find(ctx, c, in, req)
		switch {
		case err != nil:
			return false, err
		case resp.Status != http.StatusOK:
			return false, sdk.Refused(name, resp)
		}
		var page struct {
			XMLName xml.Name `xml:"EnumerationResults"`
			Blobs   []struct {
				Name          string `xml:"Name"`
				ContainerName string `xml:"ContainerName"`
			} `xml:"Blobs>Blob"`
			NextMarker string `xml:"NextMarker"`
		}
		if err := sdk.Decode(resp.Body, &page); err != nil {
			return false, fmt.Errorf("reading the body of %s: %w", name, err)
		}
		for _, b := range page.Blobs {
			if b.Name == r.Blob && b.ContainerName == r.Container {
				return true, nil
			}
		}
		if req.Marker = page.NextMarker; req.Marker == "" {
			return false, nil
		}
	}
}
