package workload

import (
	"strings"
	"testing"
)

// FuzzBlobList demands that every entry found has a name within the page, and either no
// ETag or one as in a header.
func FuzzBlobList(f *testing.F) {
	f.Add(`<?xml version="1.0"?><EnumerationResults><Blobs><Blob><Name>a</Name><Properties><Etag>0x1</Etag></Properties><Metadata><body>b</body></Metadata></Blob></Blobs><NextMarker>m&amp;n</NextMarker></EnumerationResults>`)
	f.Add(`<EnumerationResults><Blobs /><NextMarker/></EnumerationResults>`)
	f.Add(`<Blobs><Blob><Name>a</Name></Blob><Blob><Name></Blob></Blobs>`)
	f.Fuzz(func(t *testing.T, xml string) {
		var l blobList
		if !l.read([]byte(xml)) {
			return
		}
		for _, b := range l.found {
			if !strings.Contains(xml, string(b.name)) || !strings.Contains(xml, string(b.body)) {
				t.Errorf("%q with %q is not on the page", b.name, b.body)
			}
			if b.tag != "" && (len(b.tag) < 2 || b.tag[0] != '"' || b.tag[len(b.tag)-1] != '"') {
				t.Errorf("an ETag %s without quotes", b.tag)
			}
		}
	})
}

func TestBlobListIsRead(t *testing.T) {
	t.Parallel()
	var l blobList
	ok := l.read([]byte(`<EnumerationResults><Prefix>Blob</Prefix><Blobs>
		<Blob><Name>a</Name><Properties><Etag>0x1</Etag><BlobType>BlockBlob</BlobType></Properties><Metadata><other>x</other><Body>text</Body></Metadata></Blob>
		<Blob><Name>b</Name><Properties><Etag>"0x2"</Etag></Properties><Metadata /></Blob>
		<Blob><Name>c</Name><Properties></Properties></Blob></Blobs><NextMarker>2!8&lt;</NextMarker></EnumerationResults>`))
	if !ok || len(l.found) != 3 || l.next != "2!8<" {
		t.Fatalf("read: %t, %d blobs, then %q", ok, len(l.found), l.next)
	}
	for i, want := range []struct{ name, tag, body string }{{"a", `"0x1"`, "text"}, {"b", `"0x2"`, ""}, {"c", "", ""}} {
		if got := l.found[i]; string(got.name) != want.name || got.tag != want.tag || string(got.body) != want.body {
			t.Errorf("entry %d is %s %s %s, want %v", i, got.name, got.tag, got.body, want)
		}
	}
	for _, xml := range []string{"", "<Error/>", "<Blobs><Blob></Blob></Blobs>"} {
		if l.read([]byte(xml)) {
			t.Errorf("%q counts as a list", xml)
		}
	}
}
