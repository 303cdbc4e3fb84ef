package ops

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
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

func (b listedBlob) etag() string { return quoted(b.Properties.ETag) }

func (b listedBlob) lease() Lease { return b.Properties.lease() }

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
	if err := decode(body, &page); err != nil {
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
	if err := decode(body, &list); err != nil {
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

// parsePages reads the body of Get Page Ranges.
func parsePages(body []byte) (pages []Range, next string, err error) {
	var list struct {
		XMLName xml.Name `xml:"PageList"`
		Pages   []struct {
			Start int64 `xml:"Start"`
			End   int64 `xml:"End"`
		} `xml:"PageRange"`
		NextMarker string `xml:"NextMarker"`
	}
	if err := decode(body, &list); err != nil {
		return nil, "", fmt.Errorf("reading the body of Get Page Ranges: %w", err)
	}
	for _, p := range list.Pages {
		if p.Start < 0 || p.End < p.Start {
			return nil, "", fmt.Errorf("reading the body of Get Page Ranges: %d to %d is no range", p.Start, p.End)
		}
		pages = append(pages, Range{p.Start, p.End})
	}
	return joinRanges(pages), list.NextMarker, nil
}

// parsePolicies reads the body of Get Container ACL.
func parsePolicies(body []byte) ([]Policy, error) {
	var list struct {
		XMLName xml.Name `xml:"SignedIdentifiers"`
		IDs     []struct {
			ID     string `xml:"Id"`
			Policy struct {
				Start      string `xml:"Start"`
				Expiry     string `xml:"Expiry"`
				Permission string `xml:"Permission"`
			} `xml:"AccessPolicy"`
		} `xml:"SignedIdentifier"`
	}
	if err := decode(body, &list); err != nil {
		return nil, fmt.Errorf("reading the body of Get Container ACL: %w", err)
	}
	var out []Policy
	for _, id := range list.IDs {
		p := Policy{ID: id.ID, Permission: id.Policy.Permission}
		var err error
		if p.Start, err = policyTime(id.Policy.Start); err == nil {
			p.Expiry, err = policyTime(id.Policy.Expiry)
		}
		if err != nil {
			return nil, fmt.Errorf("reading the body of Get Container ACL: %w", err)
		}
		out = append(out, p)
	}
	return out, nil
}

// policyTime reads the ISO 8601 times of access policies; empty is zero.
func policyTime(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time", s)
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
	if err := decode(body, &list); err != nil {
		return nil, fmt.Errorf("reading the body of Get Blob Tags: %w", err)
	}
	out := map[string]string{}
	for _, t := range list.Set {
		out[t.Key] = t.Value
	}
	return out, nil
}

// decode reads one XML document and refuses anything after it.
func decode(body []byte, into any) error {
	d := xml.NewDecoder(strings.NewReader(string(trimBOM(body))))
	if err := d.Decode(into); err != nil {
		if errors.Is(err, io.EOF) {
			return errors.New("it is empty")
		}
		return err
	}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, ok := tok.(xml.StartElement); ok {
			return errors.New("something follows the document")
		}
	}
}

// quoted brings an ETag into the form of headers: listings leave the quotes out.
func quoted(etag string) string {
	if etag == "" || strings.HasPrefix(etag, `"`) || strings.HasPrefix(etag, "W/") {
		return etag
	}
	return `"` + etag + `"`
}

// httpTime reads a date of a header or a listing; "" is zero.
func httpTime(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := http.ParseTime(s)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is no HTTP date", s)
	}
	return t.UTC(), nil
}
