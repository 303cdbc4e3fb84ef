package workload

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
)

// TestWhatPagesTellOfALog gives the pages of one list to a client. It expects which
// entries the events report as present (+) or absent (-), and where the list continues.
func TestWhatPagesTellOfALog(t *testing.T) {
	t.Parallel()
	type page struct {
		known int64 // entries that the run had seen before it requested the page
		shows []int64
		next  string
		want  string
		free  int64
	}
	for _, tc := range []struct {
		name  string
		pages []page
	}{
		{"the last page ends behind the log", []page{{3, []int64{0, 1, 2}, "", "+0 +1 +2 -3", 3}}},
		{"what is between two entries is missing", []page{{3, []int64{0, 2}, "", "+0 -1 +2 -3", 3}}},
		{"what is known and not on the last page is missing", []page{{4, []int64{0, 1}, "", "+0 +1 -2 -3", 2}}},
		{"a page that goes on tells nothing of what follows", []page{{9, []int64{0, 1, 2}, "m", "+0 +1 +2", -1}}},
		{"what came between two pages is missing from neither", []page{
			{3, []int64{0, 1, 2}, "m", "+0 +1 +2", -1},
			{5, []int64{4}, "", "+4 -5", 5},
		}},
		{"what was there before the first page may not be skipped by the second", []page{
			{4, []int64{0, 1, 2}, "m", "+0 +1 +2", -1},
			{5, []int64{4}, "", "-3 +4 -5", 5},
		}},
		{"a page without entries moves no border", []page{
			{3, []int64{0, 1, 2}, "m", "+0 +1 +2", -1},
			{4, nil, "n", "?", -1},
			{5, []int64{4}, "", "+4 -5", 5},
		}},
		{"an empty last page shows where the log ends", []page{
			{3, []int64{0, 1, 2}, "m", "+0 +1 +2", -1},
			{3, nil, "", "?", 3},
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			book := history.NewDictionary("00000000")
			set, err := newBlobSet(Env{Run: "00000000", Prefix: "p-", Book: book, Options: blobLog.Defaults})
			if err != nil {
				t.Fatal(err)
			}
			log := &commitLog{set: set, name: "l0-"}
			l := logList{blobList: blobList{set: set, most: logPage}}
			l.begin(log, 0)
			for i, p := range tc.pages {
				var xml strings.Builder
				for _, at := range p.shows {
					fmt.Fprintf(&xml, "<Blob><Name>l0-%010d</Name><Properties><Etag>0x%d</Etag></Properties></Blob>", at, at+1)
				}
				l.known = p.known
				events := l.judge(&Exchange{Reply: &transport.Reply{
					Status: 200, Body: []byte("<Blobs>" + xml.String() + "</Blobs><NextMarker>" + p.next + "</NextMarker>"),
				}}, nil)
				var told []string
				for _, e := range events {
					sign := map[history.Outcome]string{history.Won: "+", history.Absent: "-"}[e.Outcome]
					if sign == "" {
						told = append(told, "?")
						continue
					}
					at := slices.IndexFunc(log.all, func(r *resource) bool { return r.key == e.Key })
					told = append(told, fmt.Sprint(sign, at))
				}
				if got := strings.Join(told, " "); got != p.want || l.free != p.free {
					t.Errorf("page %d tells %q and goes on at %d, want %q and %d", i, got, l.free, p.want, p.free)
				}
				l.marker = l.next
			}
		})
	}
}
