package ops

import (
	"slices"
	"strconv"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Answered compares the answer to a read with this state: its stamps and metadata, and what only
// that read returns. A field that the state leaves open, or that the answer cannot show, agrees.
// It returns false if nothing differs.
func (s *State) Answered(name string, req *Request, resp scenario.Response) (scenario.Difference, bool) {
	got, fields, err := s.parse(name, req, resp)
	if err != nil {
		return scenario.Difference{Field: scenario.FieldBody, Want: "what " + name + " returns", Got: err.Error()}, true
	}
	if got == nil {
		return scenario.Difference{}, false
	}
	want := s.clone()
	want.Seen, want.Flaws = nil, nil
	want.Properties = map[string]string{propType: s.Properties[propType]}
	if want.ETag == "" {
		want.ETag = scenario.NewETag // no read has shown it
	}
	if got.Lease == (lease.Shown{}) {
		want.Lease = got.Lease // a snapshot has none
	}
	if req.Count > 0 && name == "Get Blob" {
		from := min(int(req.Offset), len(want.Content))
		want.Content = want.Content[from:min(from+int(req.Count), len(want.Content))]
	}
	for _, d := range scenario.Compare(&want, got) {
		if slices.Contains(fields, d.Field) {
			return d, true
		}
	}
	for _, f := range got.Flaws {
		return scenario.Difference{Field: scenario.Field(f.Respect), Want: f.Want, Got: f.Got}, true
	}
	// Of the content, a HEAD request shows only the length.
	n, length := resp.Header.Get("Content-Length"), strconv.Itoa(len(s.Content))
	if name == "Get Blob Properties" && n != "" && n != length && !slices.Contains(s.Loose, scenario.FieldContent) {
		return scenario.Difference{Field: "Content-Length", Want: length, Got: n}, true
	}
	return scenario.Difference{}, false
}

// stamps are the fields that every read of a resource shows in its headers.
var stamps = []scenario.Field{scenario.FieldETag, scenario.FieldLastModified, scenario.FieldMetadata}

// parse reads what an answer shows, and lists the fields that it shows; nil for a read that does
// not show one resource.
func (s *State) parse(name string, req *Request, resp scenario.Response) (got *State, fields []scenario.Field, err error) {
	got = &State{Snapshot: scenario.Snapshot{Address: s.Address, Exists: true}}
	switch name {
	case "Get Blob":
		err = got.received(resp)
		got.Properties = map[string]string{propType: resp.Header.Get(propType)}
		return got, append(slices.Clone(stamps), scenario.FieldContent, scenario.FieldProperties, scenario.FieldLease), err
	case "Get Blob Properties":
		got.Properties = map[string]string{propType: resp.Header.Get(propType)}
		return got, append(slices.Clone(stamps), scenario.FieldProperties, scenario.FieldLease), got.readHeaders(name, resp)
	case "Get Container Properties":
		return got, append(slices.Clone(stamps), scenario.FieldLease), got.readHeaders(name, resp)
	case "Get Blob Metadata", "Get Container Metadata":
		return got, stamps, got.readHeaders(name, resp)
	case "Get Container ACL":
		if err = got.readHeaders(name, resp); err == nil {
			got.Policies, err = sdk.ParsePolicies(resp.Body)
		}
		return got, []scenario.Field{scenario.FieldETag, scenario.FieldPolicies}, err
	case blockList:
		got.ETag = resp.Header.Get("ETag")
		got.Committed, got.Uncommitted, err = parseBlocks(resp.Body)
		return got, []scenario.Field{scenario.FieldETag, FieldCommitted, FieldUncommitted}, err
	case pageRanges:
		got.ETag = resp.Header.Get("ETag")
		var next string
		if got.Pages, next, err = parsePages(resp.Body); next != "" || req.Count > 0 {
			return got, []scenario.Field{scenario.FieldETag}, err // only part of the pages
		}
		return got, []scenario.Field{scenario.FieldETag, FieldPages}, err
	case blobTags:
		got.Tags, err = parseTags(resp.Body)
		return got, []scenario.Field{FieldTags}, err
	case listing, "List Containers":
		return s.listedAs(name, req, resp)
	}
	return nil, nil, nil
}

// listedAs is what a list shows about the resource.
func (s *State) listedAs(name string, req *Request, resp scenario.Response) (got *State, fields []scenario.Field, err error) {
	if fields = stamps; !slices.Contains(req.Include, "metadata") {
		fields = stamps[:2]
	}
	entry := func(etag, modified string, m metadata) (*State, []scenario.Field, error) {
		at, err := sdk.HTTPTime(modified)
		return &State{Snapshot: scenario.Snapshot{Address: s.Address, Exists: true, ETag: sdk.Quoted(etag), LastModified: at}, Metadata: m}, fields, err
	}
	// A list of one name must show that name.
	missing := func(err error) (*State, []scenario.Field, error) {
		if err != nil || req.Prefix == "" {
			return nil, nil, err
		}
		return &State{}, []scenario.Field{scenario.FieldExistence}, nil
	}
	if name == listing {
		blobs, _, err := parseBlobs(resp.Body)
		for _, b := range blobs {
			if b.Name == s.at().Blob && b.Snapshot == "" {
				return entry(b.Properties.ETag, b.Properties.LastModified, b.Metadata)
			}
		}
		return missing(err)
	}
	containers, _, err := parseContainers(resp.Body)
	for _, c := range containers {
		if c.Name == s.at().Container && s.at().Blob == "" {
			return entry(c.Properties.ETag, c.Properties.LastModified, c.Metadata)
		}
	}
	return missing(err)
}
