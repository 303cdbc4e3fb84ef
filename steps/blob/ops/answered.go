package ops

import (
	"cmp"
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
	want.Properties = map[string]string{}
	for name := range got.Properties {
		want.Properties[name] = s.Properties[name]
	}
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
		got.Properties = shownProperties(resp)
		return got, append(slices.Clone(stamps), scenario.FieldContent, scenario.FieldProperties, scenario.FieldLease), err
	case "Get Blob Properties":
		got.Properties = shownProperties(resp)
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

// shownProperties are those of the properties that are compared: the others follow from the kind of blob.
func shownProperties(resp scenario.Response) map[string]string {
	shown := map[string]string{propType: resp.Header.Get(propType)}
	if shown[propSealed] = resp.Header.Get(propSealed); shown[propSealed] == "false" {
		shown[propSealed] = "" // as good as none
	}
	return shown
}

// listedAs is what a list shows about the resource: of one name, all of it.
func (s *State) listedAs(name string, req *Request, resp scenario.Response) (got *State, fields []scenario.Field, err error) {
	got, fields = &State{Snapshot: scenario.Snapshot{Address: s.Address}}, []scenario.Field{scenario.FieldExistence, scenario.FieldETag, scenario.FieldLastModified, scenario.FieldLease}
	entry := func(etag, modified string, m metadata, l lease.Shown) error {
		got.Exists, got.ETag, got.Metadata, got.Lease = true, sdk.Quoted(etag), m, l
		got.LastModified, err = sdk.HTTPTime(modified)
		return err
	}
	if slices.Contains(req.Include, "metadata") {
		fields = append(fields, scenario.FieldMetadata)
	}
	switch name {
	case listing:
		var blobs []listedBlob
		blobs, _, err = parseBlobs(resp.Body)
		for _, b := range blobs {
			switch {
			case b.Name != s.at().Blob:
			case b.Snapshot != "":
				got.addSnapshot(b)
			default:
				got.Properties = map[string]string{propTier: cmp.Or(b.Properties.AccessTier, scenario.AnyValue)}
				err = entry(b.Properties.ETag, b.Properties.LastModified, b.Metadata, b.shown())
			}
		}
		if fields = append(fields, scenario.FieldProperties); slices.Contains(req.Include, "snapshots") {
			fields = append(fields, FieldSnapshots)
		}
	case "List Containers":
		var containers []listedContainer
		containers, _, err = parseContainers(resp.Body)
		for _, c := range containers {
			if c.Name == s.at().Container && s.at().Blob == "" {
				err = entry(c.Properties.ETag, c.Properties.LastModified, c.Metadata, c.Properties.shown())
			}
		}
	}
	if err != nil || !got.Exists && req.Prefix == "" {
		return nil, nil, err // not the one that is looked for
	}
	return got, fields, nil
}
