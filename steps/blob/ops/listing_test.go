package ops

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

func TestParseBlobs(t *testing.T) {
	t.Parallel()
	const body = "\ufeff" + `<?xml version="1.0" encoding="utf-8"?>
<EnumerationResults ServiceEndpoint="http://127.0.0.1/a" ContainerName="box"><Prefix>b</Prefix><Blobs>
<Blob><Name>b</Name><Snapshot>2031-01-01T00:00:00.0000000Z</Snapshot><Properties><Etag>0x1</Etag></Properties></Blob>
<Blob><Name>b</Name><Properties><Last-Modified>Tue, 06 May 2031 07:08:09 GMT</Last-Modified><Etag>0x2</Etag>
<Content-Length>5</Content-Length><Content-Type>text/plain</Content-Type><BlobType>BlockBlob</BlobType><AccessTier>Hot</AccessTier>
<LeaseStatus>locked</LeaseStatus><LeaseState>leased</LeaseState><LeaseDuration>infinite</LeaseDuration></Properties>
<Metadata><First>1</First><Second/></Metadata><OrMetadata/></Blob></Blobs><NextMarker>more</NextMarker></EnumerationResults>`
	blobs, next, err := parseBlobs([]byte(body))
	if err != nil || next != "more" || len(blobs) != 2 {
		t.Fatalf("got %d blobs, next %q, %v", len(blobs), next, err)
	}
	b := blobs[1]
	if b.etag() != `"0x2"` || b.Properties.ContentLength != 5 || b.Properties.AccessTier != "Hot" || b.shown() != (lease.Shown{State: "leased", Status: "locked", Duration: "infinite"}) {
		t.Errorf("got %+v", b)
	}
	if diff := cmp.Diff(metadata{"first": "1", "second": ""}, b.Metadata); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
	if blobs[0].Snapshot != "2031-01-01T00:00:00.0000000Z" || blobs[0].etag() != `"0x1"` {
		t.Errorf("got %+v", blobs[0])
	}
}

func TestParseBlocksAndPages(t *testing.T) {
	t.Parallel()
	committed, uncommitted, err := parseBlocks([]byte(`<BlockList><CommittedBlocks><Block><Name>YQ==</Name><Size>3</Size></Block></CommittedBlocks>
<UncommittedBlocks><Block><Name>Yg==</Name><Size>4</Size></Block></UncommittedBlocks></BlockList>`))
	if err != nil || !cmp.Equal(committed, []Block{{"YQ==", 3}}) || !cmp.Equal(uncommitted, []Block{{"Yg==", 4}}) {
		t.Errorf("got %v, %v, %v", committed, uncommitted, err)
	}
	pages, next, err := parsePages([]byte(`<PageList><PageRange><Start>512</Start><End>1023</End></PageRange>
<PageRange><Start>0</Start><End>511</End></PageRange><ClearRange><Start>1024</Start><End>1535</End></ClearRange><NextMarker>n</NextMarker></PageList>`))
	if err != nil || next != "n" || !cmp.Equal(pages, []Range{{Start: 0, End: 1023}}) {
		t.Errorf("got %v, %q, %v", pages, next, err)
	}
}

func TestListingsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	parsers := map[string]func(string) error{
		"List Blobs":      func(s string) error { _, _, err := parseBlobs([]byte(s)); return err },
		"List Containers": func(s string) error { _, _, err := parseContainers([]byte(s)); return err },
		"Get Block List":  func(s string) error { _, _, err := parseBlocks([]byte(s)); return err },
		"Get Page Ranges": func(s string) error { _, _, err := parsePages([]byte(s)); return err },
		"Get Blob Tags":   func(s string) error { _, err := parseTags([]byte(s)); return err },
	}
	for name, parse := range parsers {
		for _, body := range []string{"", "text", "<html></html>", "<EnumerationResults><Blobs>", "<Error><Code>X</Code></Error>"} {
			if parse(body) == nil {
				t.Errorf("%s reads %q", name, body)
			}
		}
	}
	for name, body := range map[string]string{
		"Get Page Ranges": `<PageList><PageRange><Start>5</Start><End>1</End></PageRange></PageList>`,
		"Get Block List":  `<BlockList></BlockList><BlockList></BlockList>`,
	} {
		if parsers[name](body) == nil {
			t.Errorf("%s reads %q", name, body)
		}
	}
}

// FuzzListings looks for a body on which a parser panics, or returns ranges and markers that
// would break reading.
func FuzzListings(f *testing.F) {
	for _, s := range []string{
		"", "\ufeff", `<EnumerationResults><Blobs><Blob><Name>b</Name><Metadata><a>1</a></Metadata></Blob></Blobs></EnumerationResults>`,
		`<EnumerationResults><Containers><Container><Name>c</Name></Container></Containers><NextMarker>n</NextMarker></EnumerationResults>`,
		`<BlockList><CommittedBlocks><Block><Name>YQ==</Name><Size>3</Size></Block></CommittedBlocks></BlockList>`,
		`<PageList><PageRange><Start>0</Start><End>511</End></PageRange></PageList>`,
		`<Tags><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tags>`,
		`<Error><Code>ConditionNotMet</Code></Error>`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		_, _, _ = parseBlobs(body)
		_, _, _ = parseContainers(body)
		_, _, _ = parseBlocks(body)
		_, _ = parseTags(body)
		pages, _, err := parsePages(body)
		for i, p := range pages {
			if err != nil || p.Start < 0 || p.End < p.Start || i > 0 && p.Start <= pages[i-1].End {
				t.Errorf("ranges %v, %v", pages, err)
			}
		}
	})
}

// FuzzRanges compares the arithmetic of page ranges with a bitmap.
func FuzzRanges(f *testing.F) {
	f.Add([]byte{0, 3, 1, 2, 9, 4})
	f.Fuzz(func(t *testing.T, moves []byte) {
		var list []Range
		var pages [64]bool
		for i := 0; i+1 < len(moves); i += 2 {
			start := int64(moves[i] % 64)
			end := min(63, start+int64(moves[i+1]%16))
			add := moves[i+1]&0x80 == 0
			if add {
				list = scenario.JoinRanges(append(list, Range{Start: start, End: end})...)
			} else {
				list = scenario.CutRange(list, Range{Start: start, End: end})
			}
			for p := start; p <= end; p++ {
				pages[p] = add
			}
		}
		var got [64]bool
		for i, r := range list {
			if i > 0 && r.Start <= list[i-1].End+1 {
				t.Fatalf("%v: ranges touch", list)
			}
			for p := r.Start; p <= r.End; p++ {
				got[p] = true
			}
		}
		if got != pages {
			t.Fatalf("%v holds other pages than %v", list, pages)
		}
	})
}
