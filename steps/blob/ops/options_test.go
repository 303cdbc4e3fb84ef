package ops_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// TestTheSDKsOptionsAlone: a value that the options can express is sent as asked. A value that
// they cannot express is an error and is not sent.
func TestTheSDKsOptionsAlone(t *testing.T) {
	t.Parallel()
	id, current, weak, sixty := "aaaaaaaa-0000-4000-8000-00000000000a", `"0x8D1"`, "not a date", "60"
	for _, tt := range []struct {
		operation string
		req       ops.Request
		header    string // the header that is sent
		value     string
		refused   string
	}{
		{"Put Blob", ops.Request{Base: scenario.Base{IfMatch: &current}}, "If-Match", current, ""},
		{"Put Blob", ops.Request{Fields: lease.Fields{LeaseID: &id}}, "x-ms-lease-id", id, ""},
		{"Lease Blob acquire", ops.Request{Fields: lease.Fields{ProposedID: &id, Duration: &sixty}}, "x-ms-proposed-lease-id", id, ""},
		{"Lease Blob acquire", ops.Request{Fields: lease.Fields{Duration: &sixty}}, "", "", "the SDK sends x-ms-proposed-lease-id"},
		{"Put Blob", ops.Request{Base: scenario.Base{IfModifiedSince: &weak}}, "", "", "the SDK's own options send If-Modified-Since"},
		{"Get Blob Metadata", ops.Request{}, "", "", "no method of the SDK sends this"},
	} {
		c := always(201, "")
		_, err := lookup(t, tt.operation).Do(t.Context(), client(t, c, "", scenario.Access{Typed: true}), some(ops.BlockBlob), &tt.req)
		if tt.refused != "" {
			if err == nil || !strings.Contains(err.Error(), tt.refused) || len(c.sent) != 0 {
				t.Errorf("%s: %v after %d requests, want none and %q", tt.operation, err, len(c.sent), tt.refused)
			}
			continue
		}
		if got := c.last(t).Header.Get(tt.header); got != tt.value {
			t.Errorf("%s sends %s %q, want %q (%v)", tt.operation, tt.header, got, tt.value, err)
		}
	}
}

// TestAnswersAreHeldAgainstTheState compares answers with the state read before them.
func TestAnswersAreHeldAgainstTheState(t *testing.T) {
	t.Parallel()
	const modified = "Tue, 06 May 2031 07:08:09 GMT"
	at, err := time.Parse(http.TimeFormat, modified)
	if err != nil {
		t.Fatal(err)
	}
	r := some(ops.BlockBlob)
	st := &ops.State{Snapshot: scenario.Snapshot{Address: r, Exists: true, ETag: `"1"`, LastModified: at}, Metadata: map[string]string{"k": "v"},
		Content: []byte("0123456789"), Properties: map[string]string{"content-type": "text/plain", "x-ms-access-tier": "Hot"},
		Committed: []ops.Block{{ID: "YQ==", Size: 10}}, Pages: []ops.Range{{Start: 0, End: 511}}, Tags: map[string]string{"t": "1"}}
	good := []string{`ETag: "1"`, "Last-Modified: " + modified, "x-ms-meta-k: v", "Content-Type: text/plain"}
	with := func(headers ...string) []string {
		return append(append([]string{}, good[:4-len(headers)]...), headers...)
	}
	const list = `<EnumerationResults><Blobs><Blob><Name>dir/na me+é.txt</Name><Properties><Etag>%E</Etag><Last-Modified>` + modified +
		`</Last-Modified></Properties><Metadata><k>v</k></Metadata></Blob></Blobs></EnumerationResults>`
	for _, tt := range []struct {
		operation string
		req       ops.Request
		body      string
		headers   []string
		field     scenario.Field // the first that differs; empty: none
	}{
		{"Get Blob", ops.Request{}, "0123456789", good, ""},
		{"Get Blob", ops.Request{Offset: 2, Count: 3}, "234", good, ""},
		{"Get Blob", ops.Request{Offset: 2, Count: 3}, "345", good, scenario.FieldContent},
		{"Get Blob", ops.Request{}, "", good, scenario.FieldContent},
		{"Get Blob", ops.Request{}, "0123456789", good[1:], scenario.FieldETag},
		{"Get Blob", ops.Request{}, "0123456789", append([]string{`ETag: "0"`}, good[1:]...), scenario.FieldETag},
		{"Get Blob", ops.Request{}, "0123456789", with("x-ms-meta-k: w", "Content-Type: text/plain"), scenario.FieldMetadata},
		{"Get Blob", ops.Request{}, "0123456789", with("Content-Type: text/html"), scenario.FieldProperties},
		{"Get Blob", ops.Request{}, "0123456789", append([]string{"Content-Length: 11"}, good...), "Content-Length"},
		{"Get Blob Properties", ops.Request{}, "", append([]string{"Content-Length: 10"}, good...), ""},
		{"Get Blob Properties", ops.Request{}, "", append([]string{"Content-Length: 9"}, good...), "Content-Length"},
		{"Get Blob Metadata", ops.Request{}, "", good[:2], scenario.FieldMetadata},
		{"Get Block List", ops.Request{}, `<BlockList><CommittedBlocks><Block><Name>YQ==</Name><Size>10</Size></Block></CommittedBlocks></BlockList>`, good, ""},
		{"Get Block List", ops.Request{}, `<BlockList></BlockList>`, good, ops.FieldCommitted},
		{"Get Page Ranges", ops.Request{}, `<PageList><PageRange><Start>0</Start><End>511</End></PageRange></PageList>`, good, ""},
		{"Get Page Ranges", ops.Request{}, `<PageList></PageList>`, good, ops.FieldPages},
		{"Get Page Ranges", ops.Request{Count: 512}, `<PageList></PageList>`, good, ""},
		{"Get Blob Tags", ops.Request{}, `<Tags><TagSet><Tag><Key>t</Key><Value>2</Value></Tag></TagSet></Tags>`, nil, ops.FieldTags},
		{"Get Blob Tags", ops.Request{}, `no tags`, nil, scenario.FieldBody},
		{"List Blobs", ops.Request{Prefix: r.Blob, Include: []string{"metadata"}}, strings.ReplaceAll(list, "%E", "1"), nil, ""},
		{"List Blobs", ops.Request{Prefix: r.Blob, Include: []string{"metadata"}}, strings.ReplaceAll(list, "%E", "2"), nil, scenario.FieldETag},
		{"List Blobs", ops.Request{Prefix: r.Blob}, `<EnumerationResults></EnumerationResults>`, nil, scenario.FieldExistence},
		{"List Blobs", ops.Request{}, `<EnumerationResults></EnumerationResults>`, nil, ""},
		{"Snapshot Blob", ops.Request{}, "", nil, ""},
	} {
		resp := answer(200, tt.body, tt.headers...)
		d, differs := st.Answered(tt.operation, &tt.req, scenario.Response{Status: 200, Header: resp.Header, Body: []byte(tt.body)})
		if d.Field != tt.field || differs != (tt.field != "") {
			t.Errorf("%s %q %v: %s differs, want %q", tt.operation, tt.body, tt.headers, d, tt.field)
		}
	}
}
