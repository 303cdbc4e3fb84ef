package ops

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Read takes a full snapshot of a container or blob, with its index tags if asked for. A
// resource that does not exist is a State, too. An error means that the answers make no sense
// or that none came.
//
// For a blob it sends Get Blob, Get Block List or Get Page Ranges, and List Blobs; for a
// container, Get Container Properties, Get Container ACL and List Blobs.
func Read(ctx context.Context, c *Client, r Address, tags bool) (*State, error) {
	read := readBlob
	if r.Kind == Container {
		read = readContainer
	}
	s, err := read(ctx, c, r, tags)
	if err == nil && s.Fleeting() {
		// On a real clock a lease can expire between two reads. If the service is at fault,
		// the second try shows it again.
		s, err = read(ctx, c, r, tags)
	}
	return &s, err
}

// shown is the answer to a read even if the SDK could not parse its headers: the snapshot
// reports what is wrong with them.
func shown(resp scenario.Response, err error) (scenario.Response, error) {
	var bad *scenario.UnreadableError
	if errors.As(err, &bad) && !bad.Broken {
		return bad.Response, nil
	}
	return resp, err
}

// gone reports whether an answer to a read says that the resource does not exist.
func gone(resp scenario.Response) bool {
	return resp.Status == http.StatusNotFound ||
		resp.Status == http.StatusConflict && resp.Code == "ContainerBeingDeleted"
}

// refusal is the answer in the error of a refused read.
func refusal(err error) (resp scenario.Response) {
	var refused *scenario.RefusedError
	if errors.As(err, &refused) {
		resp = refused.Response
	}
	return resp
}

// mayNotList reports whether a list is refused to a client that holds only a SAS. A SAS need not
// permit lists, and what only a list shows is then not judged.
func mayNotList(c *Client, err error) bool {
	return refusal(err).Status == http.StatusForbidden && c.SAS != ""
}

// readHeaders reads the headers that containers and blobs share. An answer without any stamp
// does not come from a Blob service, and its other headers prove nothing.
func (s *State) readHeaders(name string, resp scenario.Response) error {
	etag := resp.Header.Get("ETag")
	if etag == "" && resp.Header.Get("Last-Modified") == "" {
		return fmt.Errorf("the answer to %s has neither an ETag nor a Last-Modified", name)
	}
	s.Exists = true
	if s.ETag = sdk.Quoted(etag); s.ETag != etag {
		s.Lacks(name, string(scenario.FieldETag), "a strong ETag in quotes", etag)
	}
	modified := resp.Header.Get("Last-Modified")
	var err error
	if s.LastModified, err = sdk.HTTPTime(modified); err != nil || modified == "" {
		s.Lacks(name, string(scenario.FieldLastModified), "an HTTP date", scenario.ShowText(modified), scenario.FieldLastModified)
	}
	s.Metadata = sdk.Metadata(resp.Header)
	s.Lease = lease.FromHeader(resp)
	return nil
}

// mustShow records what is missing from the answer to a read that found the resource. If a
// list shows it, the list's value counts.
func (s *State) mustShow(name string, resp scenario.Response) {
	if !s.Exists {
		return
	}
	lacks := func(respect, what string, of scenario.Field, known bool) {
		var lost []scenario.Field
		if !known {
			lost = append(lost, of)
		}
		s.Lacks(name, respect, what, "none", lost...)
	}
	if resp.Header.Get("ETag") == "" {
		lacks(string(scenario.FieldETag), "an ETag", scenario.FieldETag, s.ETag != "")
	}
	if lease.FromHeader(resp) == (lease.Shown{}) && s.at().Snapshot == "" {
		lacks("lease state", "a lease state", scenario.FieldLease, s.Lease != (lease.Shown{}))
	}
}

// list collects all pages of a listing.
func list(ctx context.Context, c *Client, r Address, prefix string, more ...string) ([]listedBlob, error) {
	return sdk.Pages(listing, func(marker string) (scenario.Response, error) {
		return listBlobs(ctx, c, Address{Kind: Container, Container: r.Container},
			Request{Prefix: prefix, Include: append(more, "metadata", "snapshots", "uncommittedblobs"), Marker: marker})
	}, parseBlobs)
}

func readContainer(ctx context.Context, c *Client, r Address, _ bool) (State, error) {
	s := State{Snapshot: scenario.Snapshot{Address: r}}
	resp, err := shown(s.ask(ctx, c, getContainerProperties, "Get Container Properties"))
	switch {
	case err != nil:
		return s, err
	case gone(resp):
		return s, nil
	case resp.Status != http.StatusOK:
		return s, sdk.Refused("Get Container Properties", resp)
	}
	if err := s.readHeaders("Get Container Properties", resp); err != nil {
		return s, err
	}
	s.mustShow("Get Container Properties", resp)
	s.Access = resp.Header.Get("x-ms-blob-public-access")

	resp, err = s.ask(ctx, c, getContainerACL, "Get Container ACL")
	if err == nil && resp.Status == http.StatusOK {
		s.Agree("Get Container ACL", resp)
	}
	if s.Policies, err = c.Connection.Policies(&s.Snapshot, "Get Container ACL", resp, err); err != nil {
		return s, err
	}
	all, err := list(ctx, c, r, "")
	if mayNotList(c, err) {
		s.Relax(FieldBlobs)
		return s, nil
	}
	if err != nil {
		return s, s.Forgo(err, FieldBlobs)
	}
	for _, b := range all {
		s.Blobs = append(s.Blobs, Entry{Name: b.Name, Snapshot: b.Snapshot, ETag: b.etag()})
	}
	slices.SortFunc(s.Blobs, func(a, b Entry) int {
		return strings.Compare(a.Name+"\x00"+a.Snapshot, b.Name+"\x00"+b.Snapshot)
	})
	return s, nil
}
