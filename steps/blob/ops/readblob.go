package ops

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"strconv"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

func readBlob(ctx context.Context, c *Client, r Address, tags bool) (State, error) {
	s := State{Snapshot: scenario.Snapshot{Address: r}}
	resp, err := shown(s.ask(ctx, c, getBlob, "Get Blob"))
	if err != nil {
		return s, err
	}
	switch {
	case resp.Status == http.StatusOK:
		if err := s.received(resp); err != nil {
			return s, err
		}
	case gone(resp):
		if resp.Code == "ContainerNotFound" || resp.Code == "ContainerBeingDeleted" {
			return s, nil
		}
	default:
		return s, sdk.Refused("Get Blob", resp)
	}

	if err := s.readParts(ctx, c, tags); err != nil {
		return s, err
	}
	if r.Snapshot == "" {
		err = s.readListing(ctx, c)
	}
	s.mustShow("Get Blob", resp)
	return s, err
}

// readParts reads what only operations on some kinds of blob show, and the tags if asked for.
func (s *State) readParts(ctx context.Context, c *Client, tags bool) (err error) {
	kind := s.at().Kind
	if s.Exists {
		kind = cmp.Or(kinds[s.Properties[propBlobType]], kind)
	}
	switch kind {
	case BlockBlob:
		err = s.readBlocks(ctx, c)
	case PageBlob:
		err = s.readPages(ctx, c)
	}
	if err == nil && tags && s.Exists {
		err = s.readTags(ctx, c)
	}
	return err
}

// kinds are the kinds of blob by their names in x-ms-blob-type.
var kinds = map[string]string{"BlockBlob": BlockBlob, "PageBlob": PageBlob, "AppendBlob": AppendBlob}

func (s *State) received(resp scenario.Response) error {
	if err := s.readHeaders("Get Blob", resp); err != nil {
		return err
	}
	s.Content = resp.Body
	if s.Content == nil {
		s.Content = []byte{}
	}
	if n := resp.Header.Get("Content-Length"); n != "" && n != strconv.Itoa(len(resp.Body)) {
		s.Contradict("Get Blob", "Content-Length", "Get Blob announces %s bytes, but sends %d", n, len(resp.Body))
	}
	s.Properties = map[string]string{}
	for _, name := range headerProperties {
		if v := resp.Header.Get(name); v != "" && (name != propSealed || v == "true") { // "false" is as good as none
			s.Properties[name] = v
		}
	}
	return nil
}

// ask sends one of the reads, with a lease id if needed.
func (s *State) ask(ctx context.Context, c *Client, read performer, name string) (scenario.Response, error) {
	return lease.Read(ctx, &s.Snapshot, name, func(f lease.Fields) (scenario.Response, error) {
		return read(ctx, c, s.at(), Request{Fields: f})
	})
}

func (s *State) readBlocks(ctx context.Context, c *Client) error {
	resp, err := s.ask(ctx, c, getBlockList, blockList)
	if err == nil && gone(resp) && !s.Exists {
		return nil
	}
	return s.Forgo(sdk.Read(blockList, resp, err, func(body []byte) (err error) {
		s.Agree(blockList, resp)
		s.Committed, s.Uncommitted, err = parseBlocks(body)
		return err
	}), FieldCommitted, FieldUncommitted)
}

func (s *State) readPages(ctx context.Context, c *Client) (err error) {
	if !s.Exists {
		return nil
	}
	s.Pages, err = sdk.Pages(pageRanges, func(marker string) (scenario.Response, error) {
		resp, err := lease.Read(ctx, &s.Snapshot, pageRanges, func(f lease.Fields) (scenario.Response, error) {
			return getPageRanges(ctx, c, s.at(), Request{Fields: f, Marker: marker})
		})
		if err == nil && resp.Status == http.StatusOK {
			s.Agree(pageRanges, resp)
		}
		return resp, err
	}, parsePages)
	s.Pages = scenario.JoinRanges(s.Pages...)
	return s.Forgo(err, FieldPages)
}

func (s *State) readTags(ctx context.Context, c *Client) error {
	resp, err := s.ask(ctx, c, getBlobTags, blobTags)
	return s.Forgo(sdk.Read(blobTags, resp, err, func(body []byte) (err error) {
		s.Tags, err = parseTags(body)
		return err
	}), FieldTags)
}

// readListing reads what only List Blobs shows, and compares the rest with it.
func (s *State) readListing(ctx context.Context, c *Client) error {
	all, err := list(ctx, c, s.at(), s.at().Blob)
	if mayNotList(c, err) {
		s.Relax(FieldSnapshots, FieldTier)
		return nil
	}
	if err != nil {
		if s.Exists {
			s.Properties[propTier] = scenario.AnyValue
		}
		return s.Forgo(err, FieldSnapshots, FieldTier)
	}
	var found []listedBlob
	for _, b := range all {
		switch {
		case b.Name != s.at().Blob:
		case b.Snapshot == "":
			found = append(found, b)
		default:
			s.addSnapshot(b)
		}
	}
	switch {
	case len(found) > 1:
		s.Contradict(listing, "blobs", "List Blobs shows the blob %d times", len(found))
	case s.Exists && len(found) == 0:
		s.Contradict(listing, "blobs", "Get Blob finds the blob, but List Blobs does not show it")
	case !s.Exists && len(found) == 1 && len(s.Uncommitted) == 0 && !s.Unread(FieldUncommitted):
		s.Contradict(listing, "blobs", "List Blobs shows the blob, but Get Blob does not find it")
	case s.Exists:
		s.compareListed(found[0])
	}
	return nil
}

func (s *State) addSnapshot(b listedBlob) {
	lm, err := sdk.HTTPTime(b.Properties.LastModified)
	if err != nil {
		s.Lacks(listing, string(scenario.FieldLastModified), "an HTTP date", b.Properties.LastModified)
	}
	if b.etag() == "" {
		s.Lacks(listing, string(scenario.FieldETag), "an ETag of each snapshot", "none")
	}
	s.Snapshots = append(s.Snapshots, Shot{ID: b.Snapshot, ETag: b.etag(), LastModified: lm, Size: b.Properties.ContentLength})
}

func (s *State) compareListed(b listedBlob) {
	if e := b.etag(); s.ETag == "" {
		s.ETag = e // only the list shows it
	} else if e != s.ETag {
		s.Contradict(listing, string(scenario.FieldETag), "the ETag is %s in Get Blob, but %s in List Blobs", s.ETag, scenario.ShowText(e))
	}
	if lm, err := sdk.HTTPTime(b.Properties.LastModified); err != nil || !lm.Equal(s.LastModified) && !s.LastModified.IsZero() {
		s.Contradict(listing, string(scenario.FieldLastModified), "Last-Modified is %s in Get Blob, but %s in List Blobs", s.LastModified.Format(http.TimeFormat), b.Properties.LastModified)
	}
	if l := b.shown(); s.Lease == (lease.Shown{}) {
		s.Lease = l // only the list shows it
	} else if l != s.Lease {
		s.Contradict(listing, string(scenario.FieldLease), "the lease is %s in Get Blob, but %s in List Blobs", s.Lease, l)
	}
	if n := b.Properties.ContentLength; n != int64(len(s.Content)) {
		s.Contradict(listing, "Content-Length", "the length is %d in Get Blob, but %d in List Blobs", len(s.Content), n)
	}
	if !maps.Equal(s.Metadata, b.Metadata) {
		s.Contradict(listing, string(scenario.FieldMetadata), "the metadata is %s in Get Blob, but %s in List Blobs", scenario.ShowMap(s.Metadata), scenario.ShowMap(b.Metadata))
	}
	if b.Properties.AccessTier != "" {
		s.Properties[propTier] = b.Properties.AccessTier
	}
}
