package ops

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// ReadOptions asks for more than every service is known to show.
type ReadOptions struct {
	Tags bool // read blob index tags too, one exchange more
}

// ReadState takes a full snapshot of a container or blob. A resource that does
// not exist is a State; an error means that the answers make no sense or that
// there were none.
//
// A blob takes Get Blob, Get Block List or Get Page Ranges, and List Blobs; a
// container takes Get Container Properties, Get Container ACL and List Blobs.
func ReadState(ctx context.Context, c *Client, r Resource) (State, error) {
	return ReadStateWith(ctx, c, r, ReadOptions{})
}

// ReadStateWith is ReadState with options.
func ReadStateWith(ctx context.Context, c *Client, r Resource, o ReadOptions) (State, error) {
	read := readBlob
	switch {
	case r.Kind == Container && r.Container != "":
		read = readContainer
	case r.Blob == "":
		return State{}, fmt.Errorf("reading the state of %s: it is neither a container nor a blob", r)
	}
	s, err := read(ctx, c, r, o)
	if err == nil && len(s.Inconsistent) > 0 {
		// On a real clock a lease can run out between two reads. What is wrong with
		// the service is still wrong the second time.
		s, err = read(ctx, c, r, o)
	}
	if err != nil {
		return State{}, fmt.Errorf("reading the state of %s: %w", r, err)
	}
	return s, nil
}

// gone tells whether an answer to a read says that the resource is not there.
func gone(resp Response) bool {
	return resp.Status == http.StatusNotFound ||
		resp.Status == http.StatusConflict && resp.Code == "ContainerBeingDeleted"
}

func refuse(name string, resp Response) error {
	return fmt.Errorf("%s was answered %s", name, strings.TrimSpace(fmt.Sprintf("%d %s", resp.Status, resp.Code)))
}

func (s *State) contradict(format string, args ...any) {
	s.Inconsistent = append(s.Inconsistent, fmt.Sprintf(format, args...))
}

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

// readHeaders takes what containers and blobs show alike.
func (s *State) readHeaders(resp Response) error {
	s.Exists = true
	s.ETag = resp.Header.Get("ETag")
	if s.ETag == "" {
		s.contradict("the read carries no ETag")
	}
	var err error
	if s.LastModified, err = httpTime(resp.Header.Get("Last-Modified")); err != nil {
		return err
	}
	s.Metadata = headerMetadata(resp.Header)
	s.Lease = Lease{
		State:    resp.Header.Get("x-ms-lease-state"),
		Status:   resp.Header.Get("x-ms-lease-status"),
		Duration: resp.Header.Get("x-ms-lease-duration"),
	}
	return nil
}

func headerMetadata(h http.Header) map[string]string {
	m := map[string]string{}
	for name, v := range h {
		if key, ok := strings.CutPrefix(strings.ToLower(name), "x-ms-meta-"); ok && len(v) > 0 {
			m[key] = v[0]
		}
	}
	return m
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

// agree holds another read's ETag against the one already known.
func (s *State) agree(name string, resp Response) {
	if e := resp.Header.Get("ETag"); e != "" && s.Exists && e != s.ETag {
		s.contradict("the ETag is %s to the first read and %s to %s", s.ETag, e, name)
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

// list collects a whole listing.
func list(ctx context.Context, c *Client, r Resource, prefix string) ([]listedBlob, Response, error) {
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

func readContainer(ctx context.Context, c *Client, r Resource, _ ReadOptions) (State, error) {
	s := State{Resource: r}
	resp, err := getContainerProperties(ctx, c, r, Request{})
	switch {
	case err != nil:
		return s, err
	case gone(resp):
		return s, nil
	case resp.Status != http.StatusOK:
		return s, refuse("Get Container Properties", resp)
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
		s.agree("Get Container ACL", resp)
		if s.Policies, err = parsePolicies(resp.Body); err != nil {
			return s, err
		}
	case resp.Status == http.StatusForbidden:
		// Only the account's owner may read the policies; a SAS may not.
		s.Loose = append(s.Loose, FieldPolicies)
	case gone(resp):
		s.contradict("Get Container Properties finds the container, Get Container ACL does not")
	default:
		return s, refuse("Get Container ACL", resp)
	}

	all, resp, err := list(ctx, c, r, "")
	switch {
	case err != nil:
		return s, err
	case gone(resp):
		s.contradict("Get Container Properties finds the container, List Blobs does not")
	case resp.Status != http.StatusOK:
		return s, refuse("List Blobs", resp)
	}
	for _, b := range all {
		s.Blobs = append(s.Blobs, Entry{Name: b.Name, Snapshot: b.Snapshot, ETag: b.etag()})
	}
	slices.SortFunc(s.Blobs, func(a, b Entry) int {
		return strings.Compare(a.Name+"\x00"+a.Snapshot, b.Name+"\x00"+b.Snapshot)
	})
	return s, nil
}

// ContainerNames lists the account's containers whose names begin with prefix.
func ContainerNames(ctx context.Context, c *Client, prefix string) ([]string, error) {
	req := Request{Prefix: prefix}
	var all []string
	for {
		resp, err := listContainers(ctx, c, Resource{Kind: Account}, req)
		if err != nil {
			return nil, fmt.Errorf("listing containers: %w", err)
		}
		if resp.Status != http.StatusOK {
			return nil, fmt.Errorf("listing containers: %w", refuse("List Containers", resp))
		}
		names, next, err := parseContainers(resp.Body)
		if err != nil {
			return nil, fmt.Errorf("listing containers: %w", err)
		}
		all = append(all, names...)
		if next == "" || next == req.Marker {
			return all, nil
		}
		req.Marker = next
	}
}
