package ops

import (
	"context"
	"errors"
	"maps"
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
// For a blob it sends Get Blob, Get Block List or Get Page Ranges, and List Blobs, which a glance
// leaves out; for a container, Get Container Properties, Get Container ACL and List Blobs.
func Read(ctx context.Context, c *Client, r Address, tags bool) (*State, error) {
	read := func() (*State, error) {
		s := &State{Snapshot: scenario.Snapshot{Address: r}}
		if r.Kind == Container {
			return s, s.readContainer(ctx, c)
		}
		return s, s.readBlob(ctx, c, tags)
	}
	s, err := read()
	if err == nil && s.Fleeting() {
		// On a real clock a lease can expire between two reads. If the service is at fault,
		// the second try shows it again.
		return read()
	}
	return s, err
}

// first sends the read that shows whether the resource exists; missing says that it does not, by code. If the SDK
// could not parse the headers of the answer, the snapshot reports what is wrong with them.
func (s *State) first(ctx context.Context, c *Client, read performer, name string) (resp scenario.Response, err error) {
	resp, err = s.ask(ctx, c, read, name, "")
	if bad, ok := errors.AsType[*scenario.UnreadableError](err); ok && !bad.Broken {
		resp, err = bad.Response, nil
	}
	switch {
	case err != nil, gone(resp):
	case resp.Status != http.StatusOK:
		err = &scenario.RefusedError{Operation: name, Response: resp}
	default:
		err = s.show(name, nil, resp)
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
	if refused, ok := errors.AsType[*scenario.RefusedError](err); ok {
		resp = refused.Response
	}
	return resp
}

// ask sends one of the reads, with a lease id if needed, for the page at a marker.
func (s *State) ask(ctx context.Context, c *Client, read performer, name, marker string) (scenario.Response, error) {
	return lease.Read(ctx, &s.Snapshot, name, func(f lease.Fields) (scenario.Response, error) {
		return read(ctx, c, s.at(), Request{Fields: f, Marker: marker})
	})
}

// mustShow records what is missing from the answer to a read that found the resource. If a
// list shows it, the list's value counts.
func (s *State) mustShow(name string, resp scenario.Response) {
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

func (s *State) readContainer(ctx context.Context, c *Client) error {
	const get, acl = "Get Container Properties", "Get Container ACL"
	resp, err := s.first(ctx, c, getContainerProperties, get)
	if err != nil || !s.Exists {
		return err
	}
	s.mustShow(get, resp)
	s.Access = resp.Header.Get("x-ms-blob-public-access")

	resp, err = s.ask(ctx, c, getContainerACL, acl, "")
	if err == nil && resp.Status == http.StatusOK {
		s.Agree(acl, resp)
	}
	if s.Policies, err = c.Policies(&s.Snapshot, acl, resp, err); err != nil {
		return err
	}
	all, err := list(ctx, c, s.at(), "")
	if err != nil {
		return c.Forgo(&s.Snapshot, err, FieldBlobs)
	}
	for _, l := range all {
		s.Blobs = append(s.Blobs, Entry{Name: l.Name, Snapshot: l.Snapshot, ETag: l.ETag()})
	}
	slices.SortFunc(s.Blobs, func(a, b Entry) int {
		return strings.Compare(a.Name+"\x00"+a.Snapshot, b.Name+"\x00"+b.Snapshot)
	})
	return nil
}

func (s *State) readBlob(ctx context.Context, c *Client, tags bool) error {
	resp, err := s.first(ctx, c, getBlob, "Get Blob")
	if err != nil || resp.Code == "ContainerNotFound" || resp.Code == "ContainerBeingDeleted" {
		return err
	}
	kind := s.at().Kind
	for k, shown := range blobTypes {
		if shown == s.Properties[propBlobType] {
			kind = k
		}
	}
	switch {
	case kind == BlockBlob:
		err = s.part(ctx, c, blockList, getBlockList, FieldCommitted, FieldUncommitted)
	case kind == PageBlob && s.Exists:
		err = s.part(ctx, c, pageRanges, getPageRanges, FieldPages)
	}
	if err == nil && tags && s.Exists {
		err = s.part(ctx, c, blobTags, getBlobTags, FieldTags)
	}
	switch {
	case err != nil, s.at().Snapshot != "":
	case scenario.Whole(ctx, &s.Snapshot), s.ETag == "", s.Lease == (lease.Shown{}): // what Get Blob lacks, the list may show
		err = s.readListing(ctx, c)
	default:
		s.Properties[propTier] = scenario.AnyValue
	}
	if err == nil && s.Exists {
		s.mustShow("Get Blob", resp)
	}
	return err
}

// part reads what only one operation shows, and without which a snapshot can do.
func (s *State) part(ctx context.Context, c *Client, name string, read performer, shows ...scenario.Field) error {
	_, err := sdk.Pages(name, func(marker string) (scenario.Response, error) {
		resp, err := s.ask(ctx, c, read, name, marker)
		if err == nil && resp.Status == http.StatusOK {
			s.Agree(name, resp)
		}
		return resp, err
	}, func(body []byte) (none []Range, next string, err error) {
		next, err = s.document(name, body)
		return none, next, err
	})
	if gone(refusal(err)) && !s.Exists {
		return nil
	}
	return s.Forgo(err, shows...)
}

// blobTypes are the kinds of blob in x-ms-blob-type.
var blobTypes = map[string]string{BlockBlob: "BlockBlob", PageBlob: "PageBlob", AppendBlob: "AppendBlob"}

// readListing reads what only List Blobs shows, and compares the rest with it.
func (s *State) readListing(ctx context.Context, c *Client) error {
	all, err := list(ctx, c, s.at(), s.at().Blob)
	if err != nil {
		flaws := len(s.Flaws)
		err = c.Forgo(&s.Snapshot, err, FieldSnapshots, FieldTier)
		if s.Exists && len(s.Flaws) > flaws {
			s.Properties[propTier] = scenario.AnyValue
		}
		return err
	}
	var found []Listed
	for _, l := range all {
		switch {
		case l.Name != s.at().Blob:
		case l.Snapshot == "":
			found = append(found, l)
		default:
			s.addSnapshot(l)
		}
	}
	switch {
	case len(found) > 1:
		s.Contradict(listing, "blobs", "List Blobs shows the blob %d times", len(found))
	case s.Exists && len(found) == 0:
		s.Contradict(listing, "blobs", "Get Blob finds the blob, but List Blobs does not show it")
		s.Properties[propTier] = scenario.AnyValue // which only the list shows
	case !s.Exists && len(found) == 1 && len(s.Uncommitted) == 0 && s.Require(FieldUncommitted, "read the blocks") == nil:
		s.Contradict(listing, "blobs", "List Blobs shows the blob, but Get Blob does not find it")
	case s.Exists:
		s.compareListed(found[0])
	}
	return nil
}

// compareListed compares Get Blob with the list, and takes over what only the list shows.
func (s *State) compareListed(l Listed) {
	if s.ETag == "" {
		s.ETag = l.ETag()
	}
	if s.Lease == (lease.Shown{}) {
		s.Lease = l.Lease()
	}
	if l.Properties.AccessTier != "" {
		s.Properties[propTier] = l.Properties.AccessTier
	}
	contradict := func(of scenario.Field, what string, get, list any, differ bool) {
		if differ {
			s.Contradict(listing, string(of), what+" is %v in Get Blob, but %v in List Blobs", get, list)
		}
	}
	lm, err := sdk.HTTPTime(l.Properties.LastModified)
	contradict(scenario.FieldETag, "the ETag", s.ETag, scenario.ShowText(l.ETag()), s.ETag != l.ETag())
	contradict(scenario.FieldLastModified, "Last-Modified", s.LastModified.Format(http.TimeFormat), l.Properties.LastModified,
		err != nil || !lm.Equal(s.LastModified) && !s.LastModified.IsZero())
	contradict(scenario.FieldLease, "the lease", s.Lease, l.Lease(), s.Lease != l.Lease())
	contradict("Content-Length", "the length", len(s.Content), l.Properties.ContentLength, int64(len(s.Content)) != l.Properties.ContentLength)
	contradict(scenario.FieldMetadata, "the metadata", scenario.ShowMap(s.Metadata), scenario.ShowMap(l.Metadata), !maps.Equal(s.Metadata, l.Metadata))
}
