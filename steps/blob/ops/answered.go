package ops

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Answered compares the answer to a read with this state: its stamps and metadata, and what only
// that read returns. A field that the state leaves open, or that the answer cannot show, agrees.
// It returns false if nothing differs.
func (s *State) Answered(name string, req *Request, resp scenario.Response) (scenario.Difference, bool) {
	want := s.clone()
	want.Seen, want.Flaws = nil, nil
	want.ETag = cmp.Or(s.ETag, scenario.NewETag) // perhaps no read has shown it
	got := want.clone()
	got.LastModified = cmp.Or(s.LastModified, s.NotBefore, time.Unix(0, 0))
	if err := got.show(name, req, resp); err != nil {
		return scenario.Difference{Field: scenario.FieldBody, Want: "what " + name + " returns", Got: err.Error()}, true
	}
	for _, st := range []*State{want, got} { // the other properties follow from the kind of blob
		maps.DeleteFunc(st.Properties, func(name, _ string) bool { return name != propType && name != propSealed && name != propTier })
	}
	if req.Count > 0 && name == "Get Blob" {
		from := min(int(req.Offset), len(want.Content))
		want.Content = want.Content[from:min(from+int(req.Count), len(want.Content))]
	}
	if diffs := scenario.Compare(want, got); len(diffs) > 0 {
		d := diffs[0]
		if f := d.Flaw; f != nil {
			d = scenario.Difference{Field: scenario.Field(f.Respect), Want: f.Want, Got: f.Got}
		}
		return d, true
	}
	// Of the content, a HEAD request shows only the length.
	n, length := resp.Header.Get("Content-Length"), strconv.Itoa(len(s.Content))
	if name == "Get Blob Properties" && n != "" && n != length && !slices.Contains(s.Loose, scenario.FieldContent) {
		return scenario.Difference{Field: "Content-Length", Want: length, Got: n}, true
	}
	return scenario.Difference{}, false
}

// show takes over what the answer to a read shows; nothing, if it does not show one resource.
func (s *State) show(name string, req *Request, resp scenario.Response) (err error) {
	switch name {
	case "Get Blob":
		if err = s.showProperties(name, resp); err == nil {
			s.showContent(resp)
		}
	case "Get Blob Properties":
		err = s.showProperties(name, resp)
	case "Get Container Properties":
		s.showLease(resp)
		err = s.showHeaders(name, resp)
	case "Get Blob Metadata", "Get Container Metadata":
		err = s.showHeaders(name, resp)
	case "Get Container ACL":
		if err = s.showStamps(name, resp); err == nil {
			s.Policies, err = sdk.ParsePolicies(resp.Body)
		}
	case blockList:
		s.ETag = resp.Header.Get("ETag")
		_, err = s.document(name, resp.Body)
	case pageRanges:
		all, next := s.Pages, ""
		s.ETag, s.Pages = resp.Header.Get("ETag"), nil
		if next, err = s.document(name, resp.Body); next != "" || req.Count > 0 {
			s.Pages = all // the answer shows only a part of them
		}
	case blobTags:
		_, err = s.document(name, resp.Body)
	case listing, "List Containers":
		err = s.showListed(name, req, resp)
	}
	return err
}

// showStamps takes over what every read of a resource shows. An answer without any stamp
// does not come from a Blob service, and its other headers prove nothing.
func (s *State) showStamps(name string, resp scenario.Response) (err error) {
	etag, modified := resp.Header.Get("ETag"), resp.Header.Get("Last-Modified")
	if etag == "" && modified == "" {
		return fmt.Errorf("the answer to %s has neither an ETag nor a Last-Modified", name)
	}
	s.Exists = true
	if s.ETag = sdk.Quoted(etag); s.ETag != etag {
		s.Lacks(name, string(scenario.FieldETag), "a strong ETag in quotes", etag)
	}
	if s.LastModified, err = sdk.HTTPTime(modified); err != nil || modified == "" {
		s.Lacks(name, string(scenario.FieldLastModified), "an HTTP date", scenario.ShowText(modified), scenario.FieldLastModified)
	}
	return nil
}

func (s *State) showHeaders(name string, resp scenario.Response) error {
	s.Metadata = sdk.Metadata(resp.Header)
	return s.showStamps(name, resp)
}

// showLease takes over the lease; a snapshot has none.
func (s *State) showLease(resp scenario.Response) {
	if l := lease.FromHeader(resp); l != (lease.Shown{}) {
		s.Lease = l
	}
}

func (s *State) showProperties(name string, resp scenario.Response) error {
	s.showLease(resp)
	if s.Properties == nil {
		s.Properties = map[string]string{}
	}
	for _, name := range headerProperties {
		delete(s.Properties, name)
		if v := resp.Header.Get(name); v != "" && (name != propSealed || v != "false") { // "false" is as good as none
			s.Properties[name] = v
		}
	}
	return s.showHeaders(name, resp)
}

func (s *State) showContent(resp scenario.Response) {
	if s.Content = resp.Body; s.Content == nil {
		s.Content = []byte{}
	}
	if n := resp.Header.Get("Content-Length"); n != "" && n != strconv.Itoa(len(resp.Body)) {
		s.Contradict("Get Blob", "Content-Length", "Get Blob announces %s bytes, but sends %d", n, len(resp.Body))
	}
}

// document takes over what a body shows of a blob, or one page of it.
func (s *State) document(name string, body []byte) (next string, err error) {
	d, err := parse(name, body)
	if err != nil {
		return "", err
	}
	switch name {
	case blockList:
		s.Committed, s.Uncommitted = d.Committed, d.Uncommitted
	case pageRanges:
		s.Pages = scenario.JoinRanges(append(s.Pages, d.Pages...)...)
	case blobTags:
		s.Tags = map[string]string{}
		for _, t := range d.Tags {
			s.Tags[t.Key] = t.Value
		}
	}
	return d.NextMarker, nil
}

// showListed takes over what a list shows about the resource. A list of all names may lack it.
func (s *State) showListed(name string, req *Request, resp scenario.Response) error {
	d, err := parse(name, resp.Body)
	all, of := d.Blobs, s.at().Blob
	if of == "" {
		all, of = d.Containers, s.at().Container
	}
	all = slices.DeleteFunc(all, func(l Listed) bool { return l.Name != of })
	own := slices.IndexFunc(all, func(l Listed) bool { return l.Snapshot == "" })
	if err != nil || own < 0 && req.Prefix == "" {
		return err
	}
	s.Exists = own >= 0
	if slices.Contains(req.Include, "snapshots") {
		s.Snapshots = nil
		for _, l := range all {
			if l.Snapshot != "" {
				s.addSnapshot(l)
			}
		}
	}
	if !s.Exists {
		return nil
	}
	l := all[own]
	s.ETag = l.ETag()
	if l.Lease() != (lease.Shown{}) {
		s.Lease = l.Lease()
	}
	if slices.Contains(req.Include, "metadata") {
		s.Metadata = l.Metadata
	}
	if s.Properties != nil {
		s.Properties[propTier] = cmp.Or(l.Properties.AccessTier, scenario.AnyValue)
	}
	s.LastModified, err = sdk.HTTPTime(l.Properties.LastModified)
	return err
}

func (s *State) addSnapshot(l Listed) {
	lm, err := sdk.HTTPTime(l.Properties.LastModified)
	if err != nil {
		s.Lacks(listing, string(scenario.FieldLastModified), "an HTTP date", l.Properties.LastModified)
	}
	if l.ETag() == "" {
		s.Lacks(listing, string(scenario.FieldETag), "an ETag of each snapshot", "none")
	}
	s.Snapshots = append(s.Snapshots, Shot{ID: l.Snapshot, ETag: l.ETag(), LastModified: lm, Size: l.Properties.ContentLength})
}
