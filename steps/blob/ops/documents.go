package ops

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// The reads that a snapshot of a blob can do without.
const (
	blockList  = "Get Block List"
	pageRanges = "Get Page Ranges"
	blobTags   = "Get Blob Tags"
	listing    = "List Blobs"
)

// document is the body of an answer: a list, the result of a search, or the blocks, pages or tags of a
// blob. Package sdk says why the SDK's own types do not do.
type document struct {
	XMLName     xml.Name
	Blobs       []Listed                      `xml:"Blobs>Blob"`
	Prefixes    []Listed                      `xml:"Blobs>BlobPrefix"` // only their names
	Containers  []Listed                      `xml:"Containers>Container"`
	Committed   []Block                       `xml:"CommittedBlocks>Block"`
	Uncommitted []Block                       `xml:"UncommittedBlocks>Block"`
	Pages       []Range                       `xml:"PageRange"`
	Cleared     []Range                       `xml:"ClearRange"`
	Tags        []struct{ Key, Value string } `xml:"TagSet>Tag"`
	NextMarker  string
}

// roots are the elements that hold all the others; lists and searches have the same.
var roots = map[string]string{blockList: "BlockList", pageRanges: "PageList", pageChanges: "PageList", blobTags: "Tags"}

const pageChanges = "Get Page Ranges Diff"

// parse reads the body of the answer to an operation.
func parse(operation string, body []byte) (document, error) {
	d, err := sdk.Document[document](operation, body)
	if root := cmp.Or(roots[operation], "EnumerationResults"); err == nil && d.XMLName.Local != root {
		return document{}, fmt.Errorf("reading the body of %s: expected element type <%s> but have <%s>", operation, root, d.XMLName.Local)
	}
	for _, ranges := range []*[]Range{&d.Pages, &d.Cleared} {
		for _, p := range *ranges {
			if p.Start < 0 || p.End < p.Start {
				return document{}, fmt.Errorf("reading the body of Get Page Ranges: %d to %d is not a range", p.Start, p.End)
			}
		}
		*ranges = scenario.JoinRanges(*ranges...)
	}
	return d, err
}

// Changes are the ranges in the answer to Get Page Ranges Diff: those written since the
// snapshot, and those cleared since.
func Changes(body []byte) (written, cleared []Range, err error) {
	d, err := parse(pageChanges, body)
	return d.Pages, d.Cleared, err
}

// Listed is one blob, snapshot or container as a list or a search shows it.
type Listed struct {
	Name, Snapshot string
	ContainerName  string // in a search
	Deleted        bool
	Version        string
	Metadata       metadata
	Properties     struct {
		LastModified                           string `xml:"Last-Modified"`
		ETag                                   string `xml:"Etag"`
		ContentLength                          int64  `xml:"Content-Length"`
		AccessTier                             string
		LeaseState, LeaseStatus, LeaseDuration string
	}
}

// ETag has quotes, as headers carry it.
func (l Listed) ETag() string { return sdk.Quoted(l.Properties.ETag) }

// Lease is what the entry shows of the lease; zero if it shows nothing.
func (l Listed) Lease() lease.Shown {
	return lease.Shown{State: l.Properties.LeaseState, Status: l.Properties.LeaseStatus, Duration: l.Properties.LeaseDuration}
}

// metadata is the <Metadata> element, whose children have the user's names.
type metadata map[string]string

// UnmarshalXML reads the children as names and values.
func (m *metadata) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	var children struct {
		All []struct {
			XMLName xml.Name
			Text    string `xml:",chardata"`
		} `xml:",any"`
	}
	err := d.DecodeElement(&children, &start)
	*m = metadata{}
	for _, child := range children.All {
		(*m)[strings.ToLower(child.XMLName.Local)] = child.Text
	}
	return err
}
