package ops

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// pages collects all pages of a list or a search.
func pages(ctx context.Context, c *Client, name string, list performer, in Address, req Request) ([]Listed, error) {
	return sdk.Pages(name, func(marker string) (scenario.Response, error) {
		req.Marker = marker
		return list(ctx, c, in, req)
	}, func(body []byte) ([]Listed, string, error) {
		d, err := parse(name, body)
		return slices.Concat(d.Blobs, d.Prefixes, d.Containers), d.NextMarker, err
	})
}

// ByPages lists the blobs in a container, or in an account the containers whose names begin with prefix, in pages of size. By
// delimiter, it lists what is in no folder, and then what is in each.
func ByPages(ctx context.Context, c *Client, in Address, prefix string, size int32, delimiter string) ([]Listed, error) {
	name, do := listing, listBlobs
	if in.Kind == Account {
		name, do = "List Containers", listContainers
	}
	all, err := pages(ctx, c, name, do, in, Request{Prefix: prefix, PageSize: &size, Delimiter: delimiter})
	var found []Listed
	for _, l := range all {
		if err == nil && delimiter != "" && strings.HasSuffix(l.Name, delimiter) && len(l.Name) > len(prefix) {
			var more []Listed
			more, err = ByPages(ctx, c, in, l.Name, size, delimiter)
			found = append(found, more...)
			continue
		}
		found = append(found, l)
	}
	return found, err
}

// list lists the blobs in the container of r whose names begin with prefix.
func list(ctx context.Context, c *Client, r Address, prefix string, more ...string) ([]Listed, error) {
	return pages(ctx, c, listing, listBlobs, Address{Kind: Container, Container: r.Container},
		Request{Prefix: prefix, Include: append(more, "metadata", "snapshots", "uncommittedblobs")})
}

// containers lists the account's containers whose names begin with prefix.
func containers(ctx context.Context, c *Client, prefix string, include ...string) ([]Listed, error) {
	return pages(ctx, c, "List Containers", listContainers, Address{Kind: Account}, Request{Prefix: prefix, Include: include})
}

// Listing is what List Blobs shows for a blob and its snapshots, or List Containers for a
// container; empty if it is not listed. With the dataset deleted, it is what they show as deleted.
func Listing(ctx context.Context, c *Client, r Address, include ...string) (all []Listed, err error) {
	name := r.Blob
	if r.Kind == Container {
		name = r.Container
		all, err = containers(ctx, c, name, include...)
	} else if all, err = list(ctx, c, r, name, include...); gone(refusal(err)) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("listing %s: %w", r, err)
	}
	deleted := slices.Contains(include, "deleted")
	return slices.DeleteFunc(all, func(l Listed) bool { return l.Name != name || deleted && !l.Deleted }), nil
}

// ContainerNames lists the account's containers whose names begin with prefix.
func ContainerNames(ctx context.Context, c *Client, prefix string) (names []string, err error) {
	all, err := containers(ctx, c, prefix)
	if err != nil {
		return nil, fmt.Errorf("listing containers: %w", err)
	}
	for _, l := range all {
		names = append(names, l.Name)
	}
	return names, nil
}

// Found reports whether a search by tags finds a blob: in its container, or in the whole
// account.
func Found(ctx context.Context, c *Client, r Address, where string, everywhere bool) (bool, error) {
	name, find, in := "Find Blobs by Tags in Container", findBlobsInContainer, Address{Kind: Container, Container: r.Container}
	if everywhere {
		name, find, in = "Find Blobs by Tags", findBlobs, Address{Kind: Account}
		where = fmt.Sprintf("@container = '%s' AND %s", r.Container, where)
	}
	all, err := pages(ctx, c, name, find, in, Request{Where: where})
	return slices.ContainsFunc(all, func(l Listed) bool { return l.Name == r.Blob && l.ContainerName == r.Container }), err
}

// RemoveContainer deletes a container in any lease state: clean-up, best effort.
func RemoveContainer(ctx context.Context, c scenario.Client, r scenario.Address) error {
	return lease.Remove(ctx, c.(*Client), r.(Address), Request{}, "Delete Container", deleteContainer, containerLeases["Lease Container break"].Do)
}
