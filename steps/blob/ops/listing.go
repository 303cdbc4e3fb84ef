package ops

import (
	"encoding/xml"
	"fmt"
	"strings"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// The bodies of listings are parsed here rather than by the SDK's types, so that a snapshot
// shows what the service wrote.

// The reads that a snapshot of a blob can do without.
const (
	blockList  = "Get Block List"
	pageRanges = "Get Page Ranges"
	blobTags   = "Get Blob Tags"
	listing    = "List Blobs"
)

// listedLease is what listings show about a lease.
type listedLease struct {
	LeaseStatus   string `xml:"LeaseStatus"`
	LeaseState    string `xml:"LeaseState"`
	LeaseDuration string `xml:"LeaseDuration"`
}

func (l listedLease) shown() lease.Shown {
	return lease.Shown{State: l.LeaseState, Status: l.LeaseStatus, Duration: l.LeaseDuration}
}

// listedBlob is one <Blob> of List Blobs.
type listedBlob struct {
	Name       string   `xml:"Name"`
	Snapshot   string   `xml:"Snapshot"`
	Deleted    bool     `xml:"Deleted"`
	Metadata   metadata `xml:"Metadata"`
	Properties struct {
		LastModified  string `xml:"Last-Modified"`
		ETag          string `xml:"Etag"`
		ContentLength int64  `xml:"Content-Length"`
		ContentType   string `xml:"Content-Type"`
		BlobType      string `xml:"BlobType"`
		AccessTier    string `xml:"AccessTier"`
		listedLease
	} `xml:"Properties"`
}

func (b listedBlob) etag() string { return sdk.Quoted(b.Properties.ETag) }

func (b listedBlob) shown() lease.Shown { return b.Properties.shown() }

// metadata is the <Metadata> element, whose children have the user's names.
type metadata map[string]string

// UnmarshalXML reads the children as names and values.
func (m *metadata) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	*m = metadata{}
	for {
		tok, err := d.Token()
		if err != nil {
			return err
		}
		switch t := tok.(type) {
		case xml.StartElement:
			var value string
			if err := d.DecodeElement(&value, &t); err != nil {
				return err
			}
			(*m)[strings.ToLower(t.Name.Local)] = value
		case xml.EndElement:
			return nil
		}
	}
}

// parseBlobs reads one page of List Blobs.
func parseBlobs(body []byte) (blobs []listedBlob, next string, err error) {
	page, err := sdk.Document[struct {
		XMLName    xml.Name     `xml:"EnumerationResults"`
		Blobs      []listedBlob `xml:"Blobs>Blob"`
		NextMarker string       `xml:"NextMarker"`
	}](listing, body)
	return page.Blobs, page.NextMarker, err
}

// parseBlocks reads the body of Get Block List.
func parseBlocks(body []byte) (committed, uncommitted []Block, err error) {
	list, err := sdk.Document[struct {
		XMLName     xml.Name `xml:"BlockList"`
		Committed   []Block  `xml:"CommittedBlocks>Block"`
		Uncommitted []Block  `xml:"UncommittedBlocks>Block"`
	}](blockList, body)
	return list.Committed, list.Uncommitted, err
}

// pageList is the body of Get Page Ranges.
type pageList struct {
	XMLName    xml.Name `xml:"PageList"`
	Pages      []Range  `xml:"PageRange"`
	Cleared    []Range  `xml:"ClearRange"`
	NextMarker string   `xml:"NextMarker"`
}

// parsePages reads the body of Get Page Ranges.
func parsePages(body []byte) (pages []Range, next string, err error) {
	list, err := sdk.Document[pageList](pageRanges, body)
	if err == nil {
		pages, err = rangesOf(list.Pages)
	}
	return pages, list.NextMarker, err
}

// Changes are the ranges in the answer to Get Page Ranges Diff: those written since the
// snapshot, and those cleared since.
func Changes(body []byte) (written, cleared []Range, err error) {
	list, err := sdk.Document[pageList]("Get Page Ranges Diff", body)
	if err == nil {
		written, err = rangesOf(list.Pages)
	}
	if err == nil {
		cleared, err = rangesOf(list.Cleared)
	}
	return written, cleared, err
}

func rangesOf(list []Range) ([]Range, error) {
	for _, p := range list {
		if p.Start < 0 || p.End < p.Start {
			return nil, fmt.Errorf("reading the body of Get Page Ranges: %d to %d is not a range", p.Start, p.End)
		}
	}
	return scenario.JoinRanges(list...), nil
}

// parseTags reads the body of Get Blob Tags.
func parseTags(body []byte) (map[string]string, error) {
	type tag struct{ Key, Value string }
	list, err := sdk.Document[struct {
		XMLName xml.Name `xml:"Tags"`
		Set     []tag    `xml:"TagSet>Tag"`
	}](blobTags, body)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, t := range list.Set {
		out[t.Key] = t.Value
	}
	return out, nil
}
