package ops

import (
	"context"
	"encoding/xml"
	"fmt"
	"slices"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Listed is one blob, snapshot or container as its listing shows it.
type Listed struct {
	Name, Snapshot string
	ETag           string      // with quotes, as headers carry it
	Raw            string      // the ETag as written in the list
	Lease          lease.Shown // from its elements; zero if there are none
}

// Listing is what List Blobs shows for a blob and its snapshots, or List Containers for a
// container; empty if it is not listed. With the dataset deleted, it is what they show as deleted.
func Listing(ctx context.Context, c *Client, r Address, include ...string) ([]Listed, error) {
	var out []Listed
	deleted := slices.Contains(include, "deleted")
	if r.Kind == Container {
		all, err := containers(ctx, c, r.Container, include...)
		if err != nil {
			return nil, fmt.Errorf("listing %s: %w", r, err)
		}
		for _, l := range all {
			if l.Name == r.Container && (l.Deleted || !deleted) {
				out = append(out, Listed{Name: l.Name, ETag: sdk.Quoted(l.Properties.ETag), Raw: l.Properties.ETag, Lease: l.Properties.shown()})
			}
		}
		return out, nil
	}
	all, err := list(ctx, c, r, r.Blob, include...)
	switch {
	case gone(refusal(err)):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("listing %s: %w", r, err)
	}
	for _, b := range all {
		if b.Name == r.Blob && (b.Deleted || !deleted) {
			out = append(out, Listed{Name: b.Name, Snapshot: b.Snapshot, ETag: b.etag(), Raw: b.Properties.ETag, Lease: b.shown()})
		}
	}
	return out, nil
}

// ContainerNames lists the account's containers whose names begin with prefix.
func ContainerNames(ctx context.Context, c *Client, prefix string) ([]string, error) {
	all, err := containers(ctx, c, prefix)
	if err != nil {
		return nil, fmt.Errorf("listing containers: %w", err)
	}
	var names []string
	for _, l := range all {
		names = append(names, l.Name)
	}
	return names, nil
}

// containers collects all pages of a listing.
func containers(ctx context.Context, c *Client, prefix string, include ...string) ([]listedContainer, error) {
	return sdk.Pages("List Containers", func(marker string) (scenario.Response, error) {
		return listContainers(ctx, c, Address{Kind: Account}, Request{Prefix: prefix, Include: include, Marker: marker})
	}, parseContainers)
}

// listedContainer is one <Container> of List Containers.
type listedContainer struct {
	Name       string   `xml:"Name"`
	Deleted    bool     `xml:"Deleted"`
	Version    string   `xml:"Version"`
	Metadata   metadata `xml:"Metadata"`
	Properties struct {
		LastModified string `xml:"Last-Modified"`
		ETag         string `xml:"Etag"`
		listedLease
	} `xml:"Properties"`
}

// parseContainers reads one page of List Containers.
func parseContainers(body []byte) (all []listedContainer, next string, err error) {
	page, err := sdk.Document[struct {
		XMLName    xml.Name          `xml:"EnumerationResults"`
		Containers []listedContainer `xml:"Containers>Container"`
		NextMarker string            `xml:"NextMarker"`
	}]("List Containers", body)
	return page.Containers, page.NextMarker, err
}

// RemoveContainer deletes a container in any lease state: clean-up, best effort.
func RemoveContainer(ctx context.Context, c *Client, name string) error {
	return lease.Remove(ctx, c, Address{Kind: Container, Container: name}, Request{}, operation{Facts: scenario.Facts{Name: "Delete Container"}, Do: deleteContainer}, containerLeases)
}
