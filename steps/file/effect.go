package file

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Effects: what a successful request does to the state before it, as the documents promise. Scenarios state
// themselves how an operation on a lease changes the lease.

const octetStream = "application/octet-stream"

// restamp expects the stamps of a write. Those of a share stay open: no clause judges them, because the
// pages say only that the answer has them.
func (s *State) restamp(resp scenario.Response) {
	s.Restamp(resp)
	if s.at().Kind == kindShare {
		s.Relax(scenario.FieldETag, scenario.FieldLastModified)
		return
	}
	s.overwritten()
}

// overwritten leaves a broken lease open: it is unknown whether a write makes the service forget it.
func (s *State) overwritten() {
	if s.Lease.State == "broken" {
		s.Relax(scenario.FieldLease)
	}
}

// attributes are the file attributes after a request that may set them. The service
// adds some of its own.
func (s *State) attributes(req Request, otherwise string) {
	s.Properties[propReadOnly] = otherwise
	if req.Attributes != nil {
		s.Properties[propReadOnly] = readOnly(*req.Attributes)
	}
}

func readOnly(attributes string) string {
	return strconv.FormatBool(strings.Contains(strings.ToLower(attributes), "readonly"))
}

// created is a new share, directory or file: of an old one only an active lease remains.
// FILE-LEASE-19
func (s *State) created(req Request, resp scenario.Response) {
	s.Exists = true
	s.Restamp(resp)
	s.Metadata, s.Properties = sdk.LowerKeys(req.Metadata), map[string]string{}
	if s.Lease == (lease.Shown{}) && s.at().Kind != kindDirectory {
		s.Lease = lease.Available
	}
	s.overwritten()
}

// afterCreateFile makes a file of zeros. FILE-LWW-06
func afterCreateFile(s *State, req Request, resp scenario.Response) {
	s.created(req, resp)
	s.Properties[propType] = cmp.Or(req.ContentType, octetStream)
	s.attributes(req, "false")
	s.Content, s.Ranges = make([]byte, *req.Size), nil
}

// afterSetMetadata replaces all metadata. FILE-LWW-05
func afterSetMetadata(s *State, req Request, resp scenario.Response) {
	s.restamp(resp)
	s.Metadata = sdk.LowerKeys(req.Metadata)
}

// afterSetFileProperties clears the headers that the request leaves out, unless it only resizes
// the file. It preserves the attributes.
func afterSetFileProperties(s *State, req Request, resp scenario.Response) {
	s.restamp(resp)
	s.Properties[propType] = cmp.Or(req.ContentType, scenario.AnyValue)
	s.attributes(req, s.Properties[propReadOnly])
	if req.Size != nil {
		s.erase(Range{Start: *req.Size, End: int64(len(s.Content))})
		s.Content = append(s.Content, make([]byte, *req.Size)...)[:*req.Size]
	}
}

func afterDelete(s *State, _ Request, _ scenario.Response) {
	*s = State{Snapshot: scenario.Snapshot{Address: s.Address, Seen: append(s.Seen, s.ETag)}}
}

func afterPutRange(s *State, req Request, resp scenario.Response) {
	s.restamp(resp)
	s.write(req.Offset, req.Body)
}

func afterClearRange(s *State, req Request, resp scenario.Response) {
	s.restamp(resp)
	s.erase(Range{Start: req.Offset, End: req.Offset + req.Count - 1})
	// Only whole blocks of 512 bytes are released; the rest becomes written zeros.
	s.Relax(FieldRanges)
}

// afterPutRangeFromURL writes as many bytes of the source as requested.
func afterPutRangeFromURL(s *State, req Request, resp scenario.Response) {
	s.restamp(resp)
	if req.SourceState == nil || int64(len(req.SourceState.Content)) < req.Count {
		s.Relax(scenario.FieldContent, FieldRanges)
		return
	}
	s.write(req.Offset, req.SourceState.Content[:req.Count])
}

// afterCopy copies everything from the source; metadata only if the request has none.
func afterCopy(s *State, req Request, resp scenario.Response) {
	s.created(req, resp)
	s.Properties[propReadOnly] = scenario.AnyValue
	s.Relax(FieldRanges)
	src := req.SourceState
	if src == nil || resp.Header.Get("x-ms-copy-status") == "pending" {
		s.Relax(scenario.FieldContent, scenario.FieldMetadata, scenario.FieldProperties)
		return
	}
	s.Content, s.Properties[propType] = src.Content, src.Properties[propType]
	if len(req.Metadata) == 0 {
		s.Metadata = maps.Clone(src.Metadata)
	}
}

// afterRename puts the source in the place of the destination. No document says whose lease the
// file then has.
func afterRename(s *State, req Request, resp scenario.Response) {
	src := req.SourceState
	s.created(req, resp)
	s.Relax(scenario.FieldLease, scenario.FieldMetadata)
	s.Properties[propReadOnly] = scenario.AnyValue
	if src == nil {
		s.Relax(scenario.FieldContent, FieldRanges, FieldEntries, scenario.FieldProperties)
		return
	}
	s.Content, s.Ranges, s.Entries = src.Content, src.Ranges, src.Entries
	if s.at().Kind == kindFile {
		s.Properties[propType] = cmp.Or(req.ContentType, src.Properties[propType])
	}
}

func afterCreateDirectory(s *State, req Request, resp scenario.Response) {
	s.created(req, resp)
	s.attributes(req, "false")
	s.Entries = nil
}

func afterSetDirectoryProperties(s *State, req Request, resp scenario.Response) {
	s.Restamp(resp)
	s.attributes(req, s.Properties[propReadOnly])
}

func afterCreateShare(s *State, req Request, resp scenario.Response) {
	s.created(req, resp)
	s.quota(req)
	s.Entries, s.Policies, s.Snapshots = nil, nil, nil
}

func (s *State) quota(req Request) {
	s.Properties[propQuota] = scenario.AnyValue
	if req.Quota != nil {
		s.Properties[propQuota] = strconv.Itoa(int(*req.Quota))
	}
}

func afterSetShareProperties(s *State, req Request, resp scenario.Response) {
	s.restamp(resp)
	s.quota(req)
}

func afterSetShareACL(s *State, req Request, resp scenario.Response) {
	s.restamp(resp)
	s.Policies = slices.Clone(req.Policies)
}

func afterSnapshotShare(s *State, _ Request, resp scenario.Response) {
	s.restamp(resp)
	s.Snapshots = append(s.Snapshots, resp.Header.Get("x-ms-snapshot"))
}

// afterRestoreShare brings back what the share was, without a lease. FILE-SOFT-01
func afterRestoreShare(s *State, req Request, resp scenario.Response) {
	seen := s.Seen
	if req.Deleted != nil {
		*s = *req.Deleted.Clone().(*State)
	}
	s.Exists, s.Seen, s.Lease = true, seen, lease.Available
	s.restamp(resp)
}

// afterNothing is the effect of an operation that changes nothing in the state.
func afterNothing(*State, Request, scenario.Response) {}
