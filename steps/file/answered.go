package file

import (
	"fmt"
	"slices"
	"strconv"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// answered compares the answer to a read with the state that was read before it.
func answered(ac *scenario.Act) (scenario.Difference, bool) {
	return scenario.Shown(ac.Before.(*State), func(got *State) error { return got.shown(ac.Op.Name, ac.Req.(*Request), ac.Resp) })
}

// shown copies into a state what the answer to a read shows about it.
func (s *State) shown(operation string, req *Request, resp scenario.Response) (err error) {
	switch operation {
	case "Get File":
		s.showHeaders(resp)
		s.showFile(resp)
		s.showContent(req, resp.Body)
	case "Get File Properties":
		s.showHeaders(resp)
		s.showFile(resp)
		if n, err := strconv.Atoi(resp.Header.Get("Content-Length")); err != nil || n != len(s.Content) {
			return fmt.Errorf("the length is %s of %d bytes", scenario.ShowText(resp.Header.Get("Content-Length")), len(s.Content))
		}
	case "Get Share Properties":
		s.showHeaders(resp)
		s.Lease, s.Properties[propQuota] = lease.FromHeader(resp), resp.Header.Get("x-ms-share-quota")
	case "Get Directory Properties":
		s.showHeaders(resp)
		s.Properties[propReadOnly] = readOnly(resp.Header.Get("x-ms-file-attributes"))
	case "Get File Metadata", "Get Share Metadata", "Get Directory Metadata":
		s.showHeaders(resp)
	case rangeList:
		var list document
		list, err = parse(rangeList, resp.Body)
		s.Ranges = list.Ranges
	case entryList:
		var page document
		if page, err = parse(entryList, resp.Body); page.NextMarker == "" && req.Prefix == "" && s.at().Kind == kindDirectory {
			s.Entries = slices.Sorted(slices.Values(page.entries()))
		}
	case "Get Share ACL":
		s.Policies, err = sdk.ParsePolicies(resp.Body)
	}
	return err
}

func (s *State) showHeaders(resp scenario.Response) {
	s.ETag, s.Metadata = resp.Header.Get("ETag"), sdk.Metadata(resp.Header)
	s.LastModified, _ = sdk.HTTPTime(resp.Header.Get("Last-Modified"))
}

func (s *State) showFile(resp scenario.Response) {
	s.Properties[propType] = resp.Header.Get("Content-Type")
	s.Properties[propReadOnly] = readOnly(resp.Header.Get("x-ms-file-attributes"))
	if s.at().Snapshot == "" {
		s.Lease = lease.FromHeader(resp)
	}
}

// showContent copies the requested range into the content, or all of it.
func (s *State) showContent(req *Request, body []byte) {
	from := min(req.Offset, int64(len(s.Content)))
	if req.Count == 0 || int64(len(body)) != min(req.Count, int64(len(s.Content))-from) {
		s.Content = body
		return
	}
	copy(s.Content[from:], body)
}
