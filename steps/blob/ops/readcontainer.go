package ops

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

func readContainer(ctx context.Context, c *Client, r Resource, _ bool) (State, error) {
	s := State{Snapshot: scenario.Snapshot{Resource: r}}
	resp, err := getContainerProperties(ctx, c, r, Request{})
	switch {
	case err != nil:
		return s, err
	case gone(resp):
		return s, nil
	case resp.Status != http.StatusOK:
		return s, sdk.Refused("Get Container Properties", resp)
	}
	if err := s.readHeaders(resp); err != nil {
		return s, fmt.Errorf("the answer to Get Container Properties: %w", err)
	}
	s.Access = resp.Header.Get("x-ms-blob-public-access")

	resp, err = getContainerACL(ctx, c, r, Request{})
	switch {
	case err != nil:
		return s, err
	case resp.Status == http.StatusOK:
		s.Agree("Get Container ACL", resp)
		if s.Policies, err = sdk.ParsePolicies(resp.Body); err != nil {
			return s, err
		}
	case resp.Status == http.StatusForbidden:
		// Only the account's owner may read the policies; a SAS may not.
		s.Relax(scenario.FieldPolicies)
	case gone(resp):
		s.Contradict("Get Container Properties finds the container, Get Container ACL does not")
	default:
		return s, sdk.Refused("Get Container ACL", resp)
	}

	all, resp, err := list(ctx, c, r, "")
	switch {
	case err != nil:
		return s, err
	case gone(resp):
		s.Contradict("Get Container Properties finds the container, List Blobs does not")
	case c.mayNotList(resp):
		s.Relax(FieldBlobs)
		return s, nil
	case resp.Status != http.StatusOK:
		return s, sdk.Refused("List Blobs", resp)
	}
	for _, b := range all {
		s.Blobs = append(s.Blobs, Entry{Name: b.Name, Snapshot: b.Snapshot, ETag: b.etag()})
	}
	slices.SortFunc(s.Blobs, func(a, b Entry) int {
		return strings.Compare(a.Name+"\x00"+a.Snapshot, b.Name+"\x00"+b.Snapshot)
	})
	return s, nil
}
