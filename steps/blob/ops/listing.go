package ops

import (
	"encoding/xml"
	"fmt"
	"strings"

	"ifmatch/steps/lease"
	"ifmatch/steps/sdk"
)

// The bodies of listings, read by themselves rather than by the SDK's types, so
// that a snapshot shows what the service wrote.

// listedBlob is one <Blob> of List Blobs.
type listedBlob struct {
	Name       string   `xml:"Name"`
	Snapshot   string   `xml:"Snapshot"`
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

// metadata is the <Metadata> element, whose children are named by the user.
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
	var page struct {
		XMLName    xml.Name     `xml:"EnumerationResults"`
		Blobs      []listedBlob `xml:"Blobs>Blob"`
		NextMarker string       `xml:"NextMarker"`
	}
	if err := sdk.Decode(body, &page); err != nil {
		return nil, "", fmt.Errorf("reading the body of List Blobs: %w", err)
	}
	return page.Blobs, page.NextMarker, nil
}

// parseBlocks reads the body of Get Block List.
func parseBlocks(body []byte) (committed, uncommitted []Block, err error) {
	type block struct {
		Name string `xml:"Name"`
		Size int64  `xml:"Size"`
	}
	var list struct {
		XMLName     xml.Name `xml:"BlockList"`
		Committed   []block  `xml:"CommittedBlocks>Block"`
		Uncommitted []block  `xml:"UncommittedBlocks>Block"`
	}
	if err := sdk.Decode(body, &list); err != nil {
		return nil, nil, fmt.Errorf("reading the body of Get Block List: %w", err)
	}
	for _, b := range list.Committed {
		committed = append(committed, Block{b.Name, b.Size})
	}
	for _, b := range list.Uncommitted {
		uncommitted = append(uncommitted, Block{b.Name, b.Size})
	}
	return committed, uncommitted, nil
}

// pageList is the body of Get Page Ranges.
type pageList struct {
	XMLName    xml.Name  `xml:"PageList"`
	Pages      []pageRef `xml:"PageRange"`
	Cleared    []pageRef `xml:"ClearRange"`
	NextMarker string    `xml:"NextMarker"`
}

type pageRef struct {
	Start int64 `xml:"Start"`
	End   int64 `xml:"End"`
}

// parsePages reads the body of Get Page Ranges.
func parsePages(body []byte) (pages []Range, next string, err error) {
	var list pageList
	if err := sdk.Decode(body, &list); err != nil {
		return nil, "", fmt.Errorf("reading the body of Get Page Ranges: %w", err)
	}
	pages, err = rangesOf(list.Pages)
	return pages, list.NextMarker, err
}

// Changes are the ranges in the answer to Get Page Ranges Diff: those that were
// written since the snapshot, and those that were cleared.
func Changes(body []byte) (written, cleared []Range, err error) {
	var list pageList
	if err := sdk.Decode(body, &list); err != nil {
		return nil, nil, fmt.Errorf("reading the body of Get Page Ranges Diff: %w", err)
	}
	if written, err = rangesOf(list.Pages); err == nil {
		cleared, err = rangesOf(list.Cleared)
	}
	return written, cleared, err
}

func rangesOf(list []pageRef) ([]Range, error) {
	var pages []Range
	for _, p := range list {
		if p.Start < 0 || p.End < p.Start {
			return nil, fmt.Errorf("reading the body of Get Page Ranges: %d to %d is no range", p.Start, p.End)
		}
		pages = append(pages, Range(p))
	}
	return joinRanges(pages), nil
}

// parseTags reads the body of Get Blob Tags.
func parseTags(body []byte) (map[string]string, error) {
	var list struct {
		XMLName xml.Name `xml:"Tags"`
		Set     []struct {
			Key   string `xml:"Key"`
			Value string `xml:"Value"`
		} `xml:"TagSet>Tag"`
	}
	if err := sdk.Decode(body, &list); err != nil {
		return nil, fmt.Errorf("reading the body of Get Blob Tags: %w", err)
	}
	out := map[string]string{}
	for _, t := range list.Set {
		out[t.Key] = t.Value
	}
	return out, nil
}
