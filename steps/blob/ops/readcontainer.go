package ops

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

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
