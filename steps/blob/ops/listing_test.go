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
	d, err := parse(listing, []byte(body))
	if err != nil || d.NextMarker != "more" || len(d.Blobs) != 2 {
		t.Fatalf("got %d blobs, next %q, %v", len(d.Blobs), d.NextMarker, err)
	}
	b := d.Blobs[1]
	if b.ETag() != `"0x2"` || b.Properties.ContentLength != 5 || b.Properties.AccessTier != "Hot" || b.Lease() != (lease.Shown{State: "leased", Status: "locked", Duration: "infinite"}) {
		t.Errorf("got %+v", b)
	}
	if diff := cmp.Diff(metadata{"first": "1", "second": ""}, b.Metadata); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
	if first := d.Blobs[0]; first.Snapshot != "2031-01-01T00:00:00.0000000Z" || first.ETag() != `"0x1"` {
		t.Errorf("got %+v", first)
	}
}

func TestParseBlocksAndPages(t *testing.T) {
	t.Parallel()
	d, err := parse(blockList, []byte(`<BlockList><CommittedBlocks><Block><Name>YQ==</Name><Size>3</Size></Block></CommittedBlocks>
<UncommittedBlocks><Block><Name>Yg==</Name><Size>4</Size></Block></UncommittedBlocks></BlockList>`))
	if err != nil || !cmp.Equal(d.Committed, []Block{{"YQ==", 3}}) || !cmp.Equal(d.Uncommitted, []Block{{"Yg==", 4}}) {
		t.Errorf("got %+v, %v", d, err)
	}
	d, err = parse(pageRanges, []byte(`<PageList><PageRange><Start>512</Start><End>1023</End></PageRange>
<PageRange><Start>0</Start><End>511</End></PageRange><ClearRange><Start>1024</Start><End>1535</End></ClearRange><NextMarker>n</NextMarker></PageList>`))
	if err != nil || d.NextMarker != "n" || !cmp.Equal(d.Pages, []Range{{Start: 0, End: 1023}}) {
		t.Errorf("got %+v, %v", d, err)
	}
}

func TestListingsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	for _, name := range []string{listing, "List Containers", blockList, pageRanges, blobTags} {
		for _, body := range []string{"", "text", "<html></html>", "<EnumerationResults><Blobs>", "<Error><Code>X</Code></Error>"} {
			if _, err := parse(name, []byte(body)); err == nil {
				t.Errorf("%s reads %q", name, body)
			}
		}
	}
	for name, body := range map[string]string{
		"Get Page Ranges": `<PageList><PageRange><Start>5</Start><End>1</End></PageRange></PageList>`,
		"Get Block List":  `<BlockList></BlockList><BlockList></BlockList>`,
	} {
		if _, err := parse(name, []byte(body)); err == nil {
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
		for _, name := range []string{listing, "List Containers", blockList, blobTags} {
			_, _ = parse(name, body)
		}
		d, err := parse(pageRanges, body)
		for i, p := range d.Pages {
			if err != nil || p.Start < 0 || p.End < p.Start || i > 0 && p.Start <= d.Pages[i-1].End {
				t.Errorf("ranges %v, %v", d.Pages, err)
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
