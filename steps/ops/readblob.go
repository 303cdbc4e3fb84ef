package ops

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
)

func readBlob(ctx context.Context, c *Client, r Resource, o ReadOptions) (State, error) {
	s := State{Resource: r}
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
			s.contradict("Get Blob announces %s bytes and sends %d", n, len(resp.Body))
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
		return s, refuse("Get Blob", resp)
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
	if o.Tags && s.Exists {
		if err := s.readTags(ctx, c); err != nil {
			return s, err
		}
	}
	if r.Snapshot != "" {
		return s, nil
	}
	return s, s.readListing(ctx, c)
}

func blobKind(header string, otherwise Kind) Kind {
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
	resp, err := getBlockList(ctx, c, s.Resource, Request{})
	switch {
	case err != nil:
		return err
	case resp.Status == http.StatusOK:
		s.agree("Get Block List", resp)
		s.Committed, s.Uncommitted, err = parseBlocks(resp.Body)
		return err
	case gone(resp) && !s.Exists:
		return nil
	case gone(resp):
		s.contradict("Get Blob finds the blob, Get Block List does not")
		return nil
	}
	return refuse("Get Block List", resp)
}

func (s *State) readPages(ctx context.Context, c *Client) error {
	if !s.Exists {
		return nil
	}
	var marker string
	for {
		resp, err := getPageRanges(ctx, c, s.Resource, Request{Marker: marker})
		switch {
		case err != nil:
			return err
		case gone(resp):
			s.contradict("Get Blob finds the blob, Get Page Ranges does not")
			return nil
		case resp.Status != http.StatusOK:
			return refuse("Get Page Ranges", resp)
		}
		s.agree("Get Page Ranges", resp)
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
	resp, err := getBlobTags(ctx, c, s.Resource, Request{})
	if err != nil {
		return err
	}
	if resp.Status != http.StatusOK {
		return refuse("Get Blob Tags", resp)
	}
	s.Tags, err = parseTags(resp.Body)
	return err
}

// readListing takes what only List Blobs shows and holds the rest against it.
func (s *State) readListing(ctx context.Context, c *Client) error {
	all, resp, err := list(ctx, c, s.Resource, s.Resource.Blob)
	if err != nil {
		return err
	}
	if resp.Status != http.StatusOK {
		return refuse("List Blobs", resp)
	}
	var shown []listedBlob
	for _, b := range all {
		switch {
		case b.Name != s.Resource.Blob:
		case b.Snapshot == "":
			shown = append(shown, b)
		default:
			lm, err := httpTime(b.Properties.LastModified)
			if err != nil {
				return fmt.Errorf("the snapshot %s in List Blobs: %w", b.Snapshot, err)
			}
			s.Snapshots = append(s.Snapshots, Snapshot{ID: b.Snapshot, ETag: b.etag(), LastModified: lm, Size: b.Properties.ContentLength})
		}
	}
	switch {
	case len(shown) > 1:
		s.contradict("List Blobs shows the blob %d times", len(shown))
	case s.Exists && len(shown) == 0:
		s.contradict("Get Blob finds the blob, List Blobs does not show it")
	case !s.Exists && len(shown) == 1 && len(s.Uncommitted) == 0:
		s.contradict("List Blobs shows the blob, Get Blob does not find it")
	case s.Exists:
		s.compareListed(shown[0])
	}
	return nil
}

func (s *State) compareListed(b listedBlob) {
	if e := b.etag(); e != s.ETag {
		s.contradict("the ETag is %s to Get Blob and %s in List Blobs", s.ETag, e)
	}
	if lm, err := httpTime(b.Properties.LastModified); err != nil || !lm.Equal(s.LastModified) {
		s.contradict("Last-Modified is %s to Get Blob and %s in List Blobs", s.LastModified.Format(http.TimeFormat), b.Properties.LastModified)
	}
	if l := b.lease(); l != s.Lease {
		s.contradict("the lease is %s to Get Blob and %s in List Blobs", s.Lease, l)
	}
	if n := b.Properties.ContentLength; n != int64(len(s.Content)) {
		s.contradict("the length is %d to Get Blob and %d in List Blobs", len(s.Content), n)
	}
	if !sameMap(s.Metadata, b.Metadata) {
		s.contradict("the metadata is %s to Get Blob and %s in List Blobs", showMap(s.Metadata), showMap(b.Metadata))
	}
	if b.Properties.AccessTier != "" {
		s.Properties[propTier] = b.Properties.AccessTier
	}
}
