package file

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"ifmatch/steps/scenario"
)

// TestAnswersAreHeldAgainstTheState: a status alone is no read.
func TestAnswersAreHeldAgainstTheState(t *testing.T) {
	t.Parallel()
	before := stored()
	before.LastModified = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	right := func() http.Header {
		return http.Header{"Etag": {`"1"`}, "Last-Modified": {"Fri, 02 Jan 2026 03:04:05 GMT"}, "X-Ms-Meta-Version": {"2"}, "Content-Type": {"text/plain"}, "Content-Length": {"1024"},
			"X-Ms-Lease-State": {"available"}, "X-Ms-Lease-Status": {"unlocked"}, "X-Ms-File-Attributes": {"Archive"}}
	}
	const ranges = "<Ranges><Range><Start>0</Start><End>511</End></Range></Ranges>"
	content := string(before.Content)
	for _, tt := range []struct {
		op, body string
		req      Request
		spoil    func(h http.Header)
		want     string
	}{
		{"Get File", content, Request{}, nil, ""},
		{"Get File", content[1:], Request{}, nil, "content"},
		{"Get File", content[5:8], Request{Offset: 5, Count: 3}, nil, ""},
		{"Get File", content[6:9], Request{Offset: 5, Count: 3}, nil, "content"},
		{"Get File", content[5:9], Request{Offset: 5, Count: 3}, nil, "content"},
		{"Get File", content, Request{}, func(h http.Header) { h.Set("ETag", `"0"`) }, "ETag"},
		{"Get File", content, Request{}, func(h http.Header) { h.Del("Last-Modified") }, "Last-Modified"},
		{"Get File", content, Request{}, func(h http.Header) { h.Set("X-Ms-Meta-Version", "1") }, "metadata"},
		{"Get File", content, Request{}, func(h http.Header) { h.Set("X-Ms-Lease-State", "leased") }, "lease"},
		{"Get File Properties", "", Request{}, nil, ""},
		{"Get File Properties", "", Request{}, func(h http.Header) { h.Set("Content-Length", "7") }, "body"},
		{"Get File Properties", "", Request{}, func(h http.Header) { h.Set("Content-Type", "text/a") }, "properties"},
		{"Get File Metadata", "", Request{}, nil, ""},
		{"Get File Metadata", "", Request{}, func(h http.Header) { h.Del("X-Ms-Meta-Version") }, "metadata"},
		{"List Ranges", ranges, Request{}, nil, ""},
		{"List Ranges", "<Ranges/>", Request{}, nil, "ranges"},
		{"List Ranges", "", Request{}, nil, "body"},
	} {
		all := operations()
		op := all[slices.IndexFunc(all, func(o scenario.Operation) bool { return o.Name == tt.op })]
		h := right()
		if tt.spoil != nil {
			tt.spoil(h)
		}
		got := ""
		if d, differs := answered(&scenario.Act{Op: op, Req: &tt.req, Before: &before, Resp: scenario.Response{Status: 200, Header: h, Body: []byte(tt.body)}}); differs {
			got = string(d.Field)
		}
		if got != tt.want {
			t.Errorf("%s with %v and %.20q differs in %q, want %q", tt.op, h, tt.body, got, tt.want)
		}
	}
}
