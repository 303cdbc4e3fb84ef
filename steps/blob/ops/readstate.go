package ops

import (
	"context"
	"net/http"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Read takes a full snapshot of a container or blob, with its index tags if asked
// for. A resource that does not exist is a State; an error means that the answers make
// no sense or that there were none.
//
// A blob takes Get Blob, Get Block List or Get Page Ranges, and List Blobs; a
// container takes Get Container Properties, Get Container ACL and List Blobs.
func Read(ctx context.Context, c *Client, r Resource, tags bool) (*State, error) {
	read := readBlob
	if r.Kind == Container {
		read = readContainer
	}
	s, err := read(ctx, c, r, tags)
	if err == nil && len(s.Inconsistent) > 0 {
		// On a real clock a lease can run out between two reads. What is wrong with
		// the service is still wrong the second time.
		s, err = read(ctx, c, r, tags)
	}
	return &s, err
}

// gone tells whether an answer to a read says that the resource is not there.
func gone(resp scenario.Response) bool {
	return resp.Status == http.StatusNotFound ||
		resp.Status == http.StatusConflict && resp.Code == "ContainerBeingDeleted"
}

// mayNotList tells whether a list is refused to who has but a SAS: one need not grant
// it, and what only a list shows is then not judged.
func (c *Client) mayNotList(resp scenario.Response) bool {
	return resp.Status == http.StatusForbidden && c.SAS != ""
}

// readHeaders takes what containers and blobs show alike.
func (s *State) readHeaders(resp scenario.Response) error {
	s.Exists = true
	s.ETag = resp.Header.Get("ETag")
	if s.ETag == "" {
		s.Contradict("the read carries no ETag")
	}
	var err error
	if s.LastModified, err = sdk.HTTPTime(resp.Header.Get("Last-Modified")); err != nil {
		return err
	}
	s.Metadata = sdk.Metadata(resp.Header)
	s.Lease = lease.FromHeader(resp)
	return nil
}

// list collects a whole listing.
func list(ctx context.Context, c *Client, r Resource, prefix string) ([]listedBlob, scenario.Response, error) {
	req := Request{Prefix: prefix, Include: []string{"metadata", "snapshots", "uncommittedblobs"}}
	var all []listedBlob
	for {
		resp, err := listBlobs(ctx, c, Resource{Kind: Container, Container: r.Container}, req)
		if err != nil || resp.Status != http.StatusOK {
			return nil, resp, err
		}
		page, next, err := parseBlobs(resp.Body)
		if err != nil {
			return nil, resp, err
		}
		all = append(all, page...)
		if next == "" || next == req.Marker {
			return all, resp, nil
		}
		req.Marker = next
	}
}
