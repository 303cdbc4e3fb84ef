package ops

import (
	"context"
	"encoding/xml"
	"fmt"
	"slices"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// match is a blob as a search by tags shows it.
type match struct {
	Name          string `xml:"Name"`
	ContainerName string `xml:"ContainerName"`
}

// Found reports whether a search by tags finds a blob: in its container, or in the whole
// account.
func Found(ctx context.Context, c *Client, r Address, where string, everywhere bool) (bool, error) {
	name, find, in := "Find Blobs by Tags in Container", findBlobsInContainer, Address{Kind: Container, Container: r.Container}
	if everywhere {
		name, find, in = "Find Blobs by Tags", findBlobs, Address{Kind: Account}
		where = fmt.Sprintf("@container = '%s' AND %s", r.Container, where)
	}
	all, err := sdk.Pages(name, func(marker string) (scenario.Response, error) {
		return find(ctx, c, in, Request{Where: where, Marker: marker})
	}, func(body []byte) ([]match, string, error) {
		page, err := sdk.Document[struct {
			XMLName    xml.Name `xml:"EnumerationResults"`
			Blobs      []match  `xml:"Blobs>Blob"`
			NextMarker string   `xml:"NextMarker"`
		}](name, body)
		return page.Blobs, page.NextMarker, err
	})
	return slices.Contains(all, match{r.Blob, r.Container}), err
}
