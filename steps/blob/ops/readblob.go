package ops

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

func readBlob(ctx context.Context, c *Client, r Resource, tags bool) (State, error) {
	s := State{Snapshot: scenario.Snapshot{Resource: r}}
	resp, err := getBlob(ctx, c, r, Request{})
	if err != nil {
		return s, err
	}
	switch {
	case resp.Status == http.StatusOK:
		if err := s.readHeaders(resp); err != nil {
			return s, fmt.Errorf("the answer to Get Blob: %w", err)
		}
		s.Content = resp.Body
		if s.Content == nil {
			s.Content = []byte{}
		}
		if n := resp.Header.Get("Content-Length"); n != "" && n != strconv.Itoa(len(resp.Body)) {
			s.Contradict("Get Blob announces %s bytes and sends %d", n, len(resp.Body))
		}
		s.Properties = map[string]string{}
		for _, name := range headerProperties {
			if v := resp.Header.Get(name); v != "" {
				s.Properties[name] = v
			}
		}
	case gone(resp):
		if resp.Code == "ContainerNotFound" || resp.Code == "ContainerBeingDeleted" {
			return s, nil
		}
	default:
		return s, sdk.Refused("Get Blob", resp)
	}

	kind := r.Kind
	if s.Exists {
		kind = blobKind(s.Properties[propBlobType], kind)
	}
	switch kind {
	case BlockBlob:
		err = s.readBlocks(ctx, c)
	case PageBlob:
		err = s.readPages(ctx, c)
	}
	if err != nil {
		return s, err
	}
	if tags && s.Exists {
		if err := s.readTags(ctx, c); err != nil {
			return s, err
		}
	}
	if r.Snapshot != "" {
		return s, nil
	}
	return s, s.readListing(ctx, c)
}

func blobKind(header string, otherwise string) string {
	switch header {
	case "BlockBlob":
		return BlockBlob
	case "PageBlob":
		return PageBlob
	case "AppendBlob":
		return AppendBlob
	}
	return otherwise
}

func (s *State) readBlocks(ctx context.Context, c *Client) error {
	resp, err := getBlockList(ctx, c, s.at(), Request{})
	switch {
	case err != nil:
		return err
	case resp.Status == http.StatusOK:
		s.Agree("Get Block List", resp)
		s.Committed, s.Uncommitted, err = parseBlocks(resp.Body)
		return err
	case gone(resp) && !s.Exists:
		return nil
	case gone(resp):
		s.Contradict("Get Blob finds the blob, Get Block List does not")
		return nil
	}
	return sdk.Refused("Get Block List", resp)
}

func (s *State) readPages(ctx context.Context, c *Client) error {
	if !s.Exists {
		return nil
	}
	var marker string
	for {
		resp, err := getPageRanges(ctx, c, s.at(), Request{Marker: marker})
		switch {
		case err != nil:
			return err
		case gone(resp):
			s.Contradict("Get Blob finds the blob, Get Page Ranges does not")
			return nil
		case resp.Status != http.StatusOK:
			return sdk.Refused("Get Page Ranges", resp)
		}
		s.Agree("Get Page Ranges", resp)
		pages, next, err := parsePages(resp.Body)
		if err != nil {
			return err
		}
		s.Pages = joinRanges(append(s.Pages, pages...))
		if next == "" || next == marker {
			return nil
		}
		marker = next
	}
}

func (s *State) readTags(ctx context.Context, c *Client) error {
	resp, err := getBlobTags(ctx, c, s.at(), Request{})
	if err != nil {
		return err
	}
	if resp.Status != http.StatusOK {
		return sdk.Refused("Get Blob Tags", resp)
	}
	s.Tags, err = parseTags(resp.Body)
	return err
}

// readListing takes what only List Blobs shows and holds the rest against it.
func (s *State) readListing(ctx context.Context, c *Client) error {
	all, resp, err := list(ctx, c, s.at(), s.at().Blob)
	if err != nil {
		return err
	}
	if c.mayNotList(resp) {
		s.Relax(FieldSnapshots)
		return nil
	}
	if resp.Status != http.StatusOK {
		return sdk.Refused("List Blobs", resp)
	}
	var shown []listedBlob
	for _, b := range all {
		switch {
		case b.Name != s.at().Blob:
		case b.Snapshot == "":
			shown = append(shown, b)
		default:
			lm, err := sdk.HTTPTime(b.Properties.LastModified)
			if err != nil {
				return fmt.Errorf("the snapshot %s in List Blobs: %w", b.Snapshot, err)
			}
			s.Snapshots = append(s.Snapshots, Shot{ID: b.Snapshot, ETag: b.etag(), LastModified: lm, Size: b.Properties.ContentLength})
		}
	}
	switch {
	case len(shown) > 1:
		s.Contradict("List Blobs shows the blob %d times", len(shown))
	case s.Exists && len(shown) == 0:
		s.Contradict("Get Blob finds the blob, List Blobs does not show it")
	case !s.Exists && len(shown) == 1 && len(s.Uncommitted) == 0:
		s.Contradict("List Blobs shows the blob, Get Blob does not find it")
	case s.Exists:
		s.compareListed(shown[0])
	}
	return nil
}

func (s *State) compareListed(b listedBlob) {
	if e := b.etag(); e != s.ETag {
		s.Contradict("the ETag is %s to Get Blob and %s in List Blobs", s.ETag, e)
	}
	if lm, err := sdk.HTTPTime(b.Properties.LastModified); err != nil || !lm.Equal(s.LastModified) {
		s.Contradict("Last-Modified is %s to Get Blob and %s in List Blobs", s.LastModified.Format(http.TimeFormat), b.Properties.LastModified)
	}
	if l := b.shown(); l != s.Lease {
		s.Contradict("the lease is %s to Get Blob and %s in List Blobs", s.Lease, l)
	}
	if n := b.Properties.ContentLength; n != int64(len(s.Content)) {
		s.Contradict("the length is %d to Get Blob and %d in List Blobs", len(s.Content), n)
	}
	if !scenario.SameMap(s.Metadata, b.Metadata) {
		s.Contradict("the metadata is %s to Get Blob and %s in List Blobs", scenario.ShowMap(s.Metadata), scenario.ShowMap(b.Metadata))
	}
	if b.Properties.AccessTier != "" {
		s.Properties[propTier] = b.Properties.AccessTier
	}
}
