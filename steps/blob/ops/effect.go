package ops

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Effects: what a successful request does to the state before it, as the documents promise. Lease operations promise no lease state, which is
// for the matrices: a case passes scenario.FieldLease to scenario.Compare as ignored, and
// judges the lease itself.

const octetStream = "application/octet-stream"

// written ends a lease that is not active: a write without its id turns an Expired or Broken
// lease into Available. BLOB-UM-W-0-Bo, BLOB-UM-W-0-Ex
func (s *State) written() {
	if s.Lease.Over() || s.Lease.State == "" {
		s.Lease = lease.Available
	}
}

// changed is a blob with a new stamp.
func (s *State) changed(resp scenario.Response) {
	s.Restamp(resp)
	s.written()
}

// replaced is a blob written anew: of the old blob only its snapshots and an active lease
// remain. BLOB-ETAG-37, BLOB-LEASE-23
func (s *State) replaced(req Request, resp scenario.Response) {
	s.Exists = true
	s.changed(resp)
	s.Metadata = sdk.LowerKeys(req.Metadata)
	s.Properties = map[string]string{propType: cmp.Or(req.ContentType, octetStream), propTier: scenario.AnyValue, propBlobType: blobTypes[s.at().Kind]}
	s.Committed, s.Uncommitted, s.Pages = nil, nil, nil
	if s.Tags != nil {
		s.Tags = map[string]string{}
		maps.Copy(s.Tags, req.Tags)
	}
}

func afterCreateContainer(s *State, req Request, resp scenario.Response) {
	s.Exists = true
	s.Restamp(resp)
	s.Metadata = sdk.LowerKeys(req.Metadata)
	s.Access = req.Access
	s.Policies, s.Blobs = nil, nil
	s.Lease = lease.Available
}

func afterSetMetadata(s *State, req Request, resp scenario.Response) {
	s.Restamp(resp)
	if s.at().Kind != Container {
		s.written()
	}
	s.Metadata = sdk.LowerKeys(req.Metadata)
}

func afterSetContainerACL(s *State, req Request, resp scenario.Response) {
	s.Restamp(resp)
	s.Policies = slices.Clone(req.Policies)
	s.Access = req.Access
}

func afterDelete(s *State, req Request, _ scenario.Response) {
	if req.DeleteSnapshots == "only" {
		s.Snapshots = nil
		return
	}
	*s = State{Snapshot: scenario.Snapshot{Address: s.Address, Seen: append(s.Seen, s.ETag)}}
}

func afterPutBlob(s *State, req Request, resp scenario.Response) {
	s.replaced(req, resp)
	switch s.at().Kind {
	case PageBlob:
		s.Content = make([]byte, *req.Size)
		s.Properties[propSequence] = strconv.FormatInt(*cmp.Or(req.SequenceNumber, new(int64)), 10)
	case AppendBlob:
		s.Content = nil
		s.Properties[propBlockCount] = "0"
	default:
		s.Content = req.Body
	}
}

func afterSetBlobProperties(s *State, req Request, resp scenario.Response) {
	s.changed(resp)
	delete(s.Properties, propCopyID)
	delete(s.Properties, propCopyStatus)
	switch {
	case req.Size != nil:
		content := make([]byte, *req.Size)
		copy(content, s.Content)
		s.Content = content
		s.Pages = scenario.CutRange(s.Pages, Range{Start: *req.Size, End: int64(^uint64(0) >> 1)})
	case req.SequenceAction != "":
		s.Properties[propSequence] = nextSequence(s.Properties[propSequence], req)
	default:
		// Setting one of these properties clears those that the request leaves out.
		for _, name := range []string{propType, propEncoding, propLanguage, propDisposition, propCache} {
			delete(s.Properties, name)
		}
		s.Properties[propType] = req.ContentType
	}
}

// nextSequence applies an action to a sequence number. BLOB-SEQ-04
func nextSequence(now string, req Request) string {
	n, err := strconv.ParseInt(now, 10, 64)
	if err != nil {
		return scenario.AnyValue
	}
	switch {
	case req.SequenceAction == "increment":
		n++
	case req.SequenceNumber == nil:
		return scenario.AnyValue
	case req.SequenceAction == "max":
		n = max(n, *req.SequenceNumber)
	default:
		n = *req.SequenceNumber
	}
	return strconv.FormatInt(n, 10)
}

// afterSnapshot leaves the base unchanged. The snapshot has the base's stamp, or a new one if it
// gets metadata of its own. BLOB-ETAG-32, BLOB-ETAG-33
func afterSnapshot(s *State, req Request, resp scenario.Response) {
	shot := Shot{ID: resp.Header.Get("x-ms-snapshot"), ETag: s.ETag, LastModified: s.LastModified, Size: int64(len(s.Content))}
	if len(req.Metadata) > 0 {
		shot.ETag = resp.Header.Get("ETag")
		if shot.ETag == "" || shot.ETag == s.ETag {
			shot.ETag = scenario.NewETag
		}
		shot.LastModified, _ = sdk.HTTPTime(resp.Header.Get("Last-Modified"))
	}
	s.Snapshots = append(s.Snapshots, shot)
	slices.SortFunc(s.Snapshots, func(a, b Shot) int { return strings.Compare(a.ID, b.ID) })
}

// afterPutBlock adds an uncommitted block; the blob itself stays unchanged. BLOB-CONS-07,
// BLOB-ETAG-31
func afterPutBlock(s *State, req Request, _ scenario.Response) {
	s.looseLease()
	s.Uncommitted = slices.DeleteFunc(s.Uncommitted, func(u Block) bool { return u.ID == req.BlockID })
	s.Uncommitted = append(s.Uncommitted, Block{req.BlockID, int64(len(req.Body))})
}

// afterPutBlockList expects exactly the listed blocks. BLOB-CONS-08
func afterPutBlockList(s *State, req Request, resp scenario.Response) {
	var blocks []Block
	var size int64
	for _, id := range req.BlockList {
		for _, b := range slices.Concat(s.Uncommitted, s.Committed) {
			if b.ID == id {
				blocks, size = append(blocks, b), size+b.Size
				break
			}
		}
	}
	s.replaced(req, resp)
	s.Committed = blocks
	s.Content = req.Body
	if int64(len(req.Body)) != size || req.Body == nil && size > 0 {
		// The case staged its own blocks and judges the content itself.
		s.Relax(scenario.FieldContent)
	}
}

func afterPutPage(s *State, req Request, resp scenario.Response) {
	s.changed(resp)
	s.overwrite(req.Offset, req.Body)
	s.Pages = scenario.JoinRanges(append(s.Pages, Range{Start: req.Offset, End: req.Offset + req.Count - 1})...)
}

func afterClearPages(s *State, req Request, resp scenario.Response) {
	s.changed(resp)
	s.overwrite(req.Offset, make([]byte, req.Count))
	s.Pages = scenario.CutRange(s.Pages, Range{Start: req.Offset, End: req.Offset + req.Count - 1})
}

func (s *State) overwrite(offset int64, content []byte) {
	if offset >= 0 && offset <= int64(len(s.Content)) {
		copy(s.Content[offset:], content)
	}
}

func afterAppendBlock(s *State, req Request, resp scenario.Response) {
	s.changed(resp)
	s.Content = append(s.Content, req.Body...)
	s.Properties[propBlockCount] = scenario.AnyValue
	if n, err := strconv.Atoi(resp.Header.Get(propBlockCount)); err == nil {
		s.Properties[propBlockCount] = strconv.Itoa(n)
	}
}

// afterSeal leaves the stamp open: the page says that it stays, and the service was recorded to
// change it. BLOB-SEAL-02
func afterSeal(s *State, _ Request, _ scenario.Response) {
	s.Properties[propSealed] = "true"
	s.Relax(scenario.FieldETag, scenario.FieldLastModified)
	s.looseLease()
}

func afterSetBlobTier(s *State, req Request, resp scenario.Response) {
	if resp.Status == http.StatusOK {
		s.Properties[propTier] = req.Tier
	}
	s.looseLease()
}

func afterSetBlobTags(s *State, req Request, _ scenario.Response) {
	if s.Tags != nil {
		s.Tags = maps.Clone(req.Tags)
	}
	s.looseLease()
}

// looseLease leaves the lease open: it is unknown whether Put Block, Set Blob Tier and Set Blob
// Tags, which keep the ETag, end an expired lease. BLOB-LEASE-70
func (s *State) looseLease() {
	if s.Lease.Over() {
		s.Relax(scenario.FieldLease)
	}
}
