package ops_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/target"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// loaded is a request that asks for everything at once, most of which SDK types cannot express
// for most operations.
func loaded() (*ops.Request, map[string]string) {
	req := &ops.Request{
		Base: scenario.Base{
			IfMatch: new(`"0x1","0x2"`), IfNoneMatch: new("*"),
			IfModifiedSince: new("null"), IfUnmodifiedSince: new("Tue, 06 May 2031 07:08:09 GMT"),
			Headers: http.Header{"X-Ms-Oddity": {"odd"}, "x-ms-client-request-id": {"mine"}},
		},
		Fields: lease.Fields{
			LeaseID: new("not-a-guid"), ProposedID: new("{CA761232ED4211CEBACD00AA0057B223}"),
			Duration: new("922337203685"), BreakPeriod: new("-5"),
		},
		SourceIfMatch: new(`W/"0x3"`), SourceIfNoneMatch: new(`"0x4"`),
		SourceIfModifiedSince: new("yesterday"), SourceIfUnmodifiedSince: new("Tue, 06 May 2031 07:08:09 GMT"),
		IfTags: new(`"k"='v'`), SourceIfTags: new(`"s"='v'`),
		IfSequenceLE: new("-1"), IfSequenceLT: new("7"), IfSequenceEQ: new("x"),
		AppendPos: new("-3"), MaxSize: new("99999999999999999999"),
	}
	return req, map[string]string{
		"If-Match": `"0x1","0x2"`, "If-None-Match": "*",
		"If-Modified-Since": "null", "If-Unmodified-Since": "Tue, 06 May 2031 07:08:09 GMT",
		"x-ms-source-if-match": `W/"0x3"`, "x-ms-source-if-none-match": `"0x4"`,
		"x-ms-source-if-modified-since": "yesterday", "x-ms-source-if-unmodified-since": "Tue, 06 May 2031 07:08:09 GMT",
		"x-ms-if-tags": `"k"='v'`, "x-ms-source-if-tags": `"s"='v'`,
		"x-ms-lease-id": "not-a-guid", "x-ms-proposed-lease-id": "{CA761232ED4211CEBACD00AA0057B223}",
		"x-ms-lease-duration": "922337203685", "x-ms-lease-break-period": "-5",
		"x-ms-if-sequence-number-le": "-1", "x-ms-if-sequence-number-lt": "7", "x-ms-if-sequence-number-eq": "x",
		"x-ms-blob-condition-appendpos": "-3", "x-ms-blob-condition-maxsize": "99999999999999999999",
		"x-ms-oddity": "odd", "x-ms-client-request-id": "mine",
		"x-ms-date": "Tue, 06 May 2031 07:08:09 GMT", "x-ms-version": "2021-12-02",
	}
}

func TestEveryWishIsSentAndSigned(t *testing.T) {
	t.Parallel()
	for _, op := range ops.Operations() {
		if strings.Contains(op.Name, " Batch of ") {
			continue // their request is inside the batch: see TestBatchesCarryTheirWishes
		}
		for _, kind := range op.Kinds {
			t.Run(op.Name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				wire := &canned{answer: refuse}
				req, want := loaded()
				resp, err := op.Do(t.Context(), client(t, wire, "2021-12-02", scenario.Access{}), some(kind), req)
				if err != nil {
					t.Fatal(err)
				}
				if resp.Status != 412 {
					t.Errorf("got status %d, want the 412 that was answered", resp.Status)
				}
				sent := wire.last(t)
				if sent.Method != op.Verb {
					t.Errorf("sent %s, the operation is a %s", sent.Method, op.Verb)
				}
				got := map[string]string{}
				for name := range want {
					got[name] = strings.Join(sent.Header.Values(name), " | ")
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("headers (-want +got):\n%s", diff)
				}
				for name := range sent.Header {
					if low := strings.ToLower(name); strings.Contains("-"+low, "-if-") && want[low] == "" && want[name] == "" {
						t.Errorf("the SDK sent %s of its own accord", name)
					}
				}
				verify(t, sent)
			})
		}
	}
}

// TestHeadersAreSpelledAsTheSDKDoes compares with an unmodified SDK client: a server may
// recognise metadata only in the spelling of Microsoft's clients.
func TestHeadersAreSpelledAsTheSDKDoes(t *testing.T) {
	t.Parallel()
	req := &ops.Request{Base: scenario.Base{Metadata: map[string]string{"Owner": "a", "place_of": "b"}}}
	ours := &canned{answer: refuse}
	if _, err := lookup(t, "Set Blob Metadata").Do(t.Context(), client(t, ours, "", scenario.Access{}), some(ops.BlockBlob), req); err != nil {
		t.Fatal(err)
	}
	cred, err := azblob.NewSharedKeyCredential(account, key)
	if err != nil {
		t.Fatal(err)
	}
	plain := &canned{answer: refuse}
	theirs, err := blob.NewClientWithSharedKeyCredential(endpoint+"/box/b", cred, &blob.ClientOptions{ClientOptions: policy.ClientOptions{
		Transport: doer{plain}, Retry: policy.RetryOptions{MaxRetries: -1}, Telemetry: policy.TelemetryOptions{Disabled: true},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := theirs.SetMetadata(t.Context(), sdk.Pointers(req.Metadata), nil); err == nil {
		t.Fatal("the refusal was not returned")
	}
	// The SDK's signer finds the suite's date only in this spelling.
	want := slices.DeleteFunc(plain.names, func(n string) bool { return n == "X-Ms-Date" })
	got := slices.DeleteFunc(ours.names, func(n string) bool { return n == "x-ms-date" })
	if diff := cmp.Diff(want, got); diff != "" || !slices.Contains(got, "x-ms-meta-Owner") {
		t.Errorf("names of headers (-the SDK's +ours):\n%s", diff)
	}
}

// TestGuardsAreShoutedAfterTheyAreSigned: the SDK's signer looks for the usual names.
func TestGuardsAreShoutedAfterTheyAreSigned(t *testing.T) {
	t.Parallel()
	signed := map[bool]string{}
	for _, shouted := range []bool{false, true} {
		req := &ops.Request{Base: scenario.Base{IfMatch: new(`"1"`), Shouted: shouted}}
		req.LeaseID = new("a")
		wire := &canned{answer: refuse}
		if _, err := lookup(t, "Set Blob Metadata").Do(t.Context(), client(t, wire, "", scenario.Access{}), some(ops.BlockBlob), req); err != nil {
			t.Fatal(err)
		}
		signed[shouted] = wire.last(t).Header.Get("Authorization")
		if got := slices.Contains(wire.names, "IF-MATCH") && slices.Contains(wire.names, "X-MS-LEASE-ID"); got != shouted {
			t.Errorf("shouted %t: the names are %q", shouted, wire.names)
		}
	}
	if signed[false] != signed[true] {
		t.Errorf("the signature is %q, but in upper case %q", signed[false], signed[true])
	}
}

// doer is a transport under the name that the SDK gives its method.
type doer struct{ http.RoundTripper }

func (d doer) Do(r *http.Request) (*http.Response, error) { return d.RoundTrip(r) }

func TestPlainRequestsCarryNoConditions(t *testing.T) {
	t.Parallel()
	for _, op := range ops.Operations() {
		for _, kind := range op.Kinds {
			t.Run(op.Name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				wire := &canned{answer: refuse}
				if _, err := op.Do(t.Context(), client(t, wire, "", scenario.Access{}), some(kind), &ops.Request{}); err != nil {
					t.Fatal(err)
				}
				sent := wire.last(t)
				for name := range sent.Header {
					low := strings.ToLower(name)
					if strings.HasPrefix(low, "if-") || strings.Contains(low, "-if-") ||
						strings.Contains(low, "lease-id") || strings.Contains(low, "condition") || low == "expect" {
						t.Errorf("the SDK sent %s: %s, nobody asked for it", name, sent.Header.Get(name))
					}
				}
				verify(t, sent)
			})
		}
	}
}

func TestDroppedHeadersAreGoneBeforeSigning(t *testing.T) {
	t.Parallel()
	wire := &canned{answer: refuse}
	req := &ops.Request{
		Base:   scenario.Base{Drop: []string{"X-MS-Lease-Duration", "x-ms-proposed-lease-id", "x-ms-lease-action"}},
		Fields: lease.Fields{Duration: new("15"), ProposedID: new("ca761232-ed42-11ce-bacd-00aa0057b223")},
	}
	if _, err := lookup(t, "Lease Blob acquire").Do(t.Context(), client(t, wire, "", scenario.Access{}), some(ops.BlockBlob), req); err != nil {
		t.Fatal(err)
	}
	sent := wire.last(t)
	for _, name := range req.Drop {
		if v, ok := sent.Header[http.CanonicalHeaderKey(name)]; ok {
			t.Errorf("%s: %q was sent", name, v)
		}
	}
	verify(t, sent)
}

func TestVersionOfARequestOverridesTheSession(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ session, header, want string }{
		{"", "", "2026-12-06"}, // the SDK's own
		{"2019-12-12", "", "2019-12-12"},
		{"2019-12-12", "2011-08-18", "2011-08-18"},
	} {
		wire := &canned{answer: refuse}
		req := &ops.Request{Base: scenario.Base{Headers: http.Header{}}}
		if c.header != "" {
			req.Headers.Set("x-ms-version", c.header)
		}
		if _, err := lookup(t, "Get Blob").Do(t.Context(), client(t, wire, c.session, scenario.Access{}), some(ops.BlockBlob), req); err != nil {
			t.Fatal(err)
		}
		sent := wire.last(t)
		if got := sent.Header.Values("x-ms-version"); len(got) != 1 || got[0] != c.want {
			t.Errorf("session %q, request %q: sent %q, want %q", c.session, c.header, got, c.want)
		}
		verify(t, sent)
	}
}

func TestNothingIsRetried(t *testing.T) {
	t.Parallel()
	broken := errors.New("connection reset")
	for name, reply := range map[string]func(*http.Request) (*http.Response, error){
		"408": func(*http.Request) (*http.Response, error) { return answer(408, ""), nil },
		"429": func(*http.Request) (*http.Response, error) { return answer(429, "", "Retry-After: 0"), nil },
		"500": func(*http.Request) (*http.Response, error) { return answer(500, ""), nil },
		"503": func(*http.Request) (*http.Response, error) { return answer(503, "", "Retry-After: 0"), nil },
		"302": func(*http.Request) (*http.Response, error) { return answer(302, "", "Location: /elsewhere"), nil },
		"net": func(*http.Request) (*http.Response, error) { return nil, broken },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, op := range ops.Operations() {
				wire := &canned{answer: reply}
				resp, err := op.Do(t.Context(), client(t, wire, "", scenario.Access{}), some(op.Kinds[0]), &ops.Request{})
				wire.last(t)
				if name == "net" {
					if !errors.Is(err, broken) {
						t.Errorf("%s: got %v, want the transport's error", op.Name, err)
					}
				} else if err != nil || fmt.Sprint(resp.Status) != name {
					t.Errorf("%s: got %d, %v; want the answer itself", op.Name, resp.Status, err)
				}
			}
		})
	}
}

func TestSnapshotsAreAddressedByQuery(t *testing.T) {
	t.Parallel()
	r := some(ops.BlockBlob)
	r.Snapshot = "2031-05-06T07:08:09.1234567Z"
	for _, name := range []string{"Get Blob", "Get Blob Properties", "Get Blob Metadata", "Get Block List", "Delete Blob", "Lease Blob acquire"} {
		wire := &canned{answer: refuse}
		if _, err := lookup(t, name).Do(t.Context(), client(t, wire, "", scenario.Access{}), r, &ops.Request{}); err != nil {
			t.Fatal(err)
		}
		sent := wire.last(t)
		if got := sent.URL.Query().Get("snapshot"); got != r.Snapshot {
			t.Errorf("%s asks for snapshot %q, want %q", name, got, r.Snapshot)
		}
		if got := sent.URL.Path; got != "/devstoreaccount1/box/dir/na me+é.txt" {
			t.Errorf("%s addresses %q", name, got)
		}
		verify(t, sent)
	}
}

func TestVerbOfARequest(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Get Container Properties", "Get Container Metadata", "Get Container ACL", "Get Blob Metadata"} {
		op := lookup(t, name)
		wire := always(200, "", "ETag: \"0x1\"", "Last-Modified: Tue, 06 May 2031 07:08:09 GMT")
		resp, err := op.Do(t.Context(), client(t, wire, "", scenario.Access{}), some(op.Kinds[0]), &ops.Request{Base: scenario.Base{Verb: http.MethodHead}})
		if err != nil || resp.Status != 200 {
			t.Errorf("HEAD for %s: %d, %v", name, resp.Status, err)
		}
		sent := wire.last(t)
		if sent.Method != http.MethodHead {
			t.Errorf("HEAD for %s was sent as %s", name, sent.Method)
		}
		verify(t, sent)
	}
}

func TestCredentials(t *testing.T) {
	t.Parallel()
	get := lookup(t, "Get Blob")
	t.Run("anonymous", func(t *testing.T) {
		t.Parallel()
		wire := &canned{answer: refuse}
		if _, err := get.Do(t.Context(), client(t, wire, "", scenario.Access{Anonymous: true}), some(ops.BlockBlob), &ops.Request{}); err != nil {
			t.Fatal(err)
		}
		if sent := wire.last(t); sent.Header.Get("Authorization") != "" || sent.URL.RawQuery != "" {
			t.Errorf("an anonymous client sent %q and %q", sent.Header.Get("Authorization"), sent.URL.RawQuery)
		}
	})
	t.Run("under a stored access policy", func(t *testing.T) {
		t.Parallel()
		sas, err := ops.PolicySAS(session("2019-12-12"), some(ops.Container), "readers")
		if err != nil {
			t.Fatal(err)
		}
		wire := &canned{answer: refuse}
		if _, err := get.Do(t.Context(), client(t, wire, "", scenario.Access{SAS: sas}), some(ops.BlockBlob), &ops.Request{Base: scenario.Base{IfMatch: new(`"0x1"`)}}); err != nil {
			t.Fatal(err)
		}
		sent := wire.last(t)
		if sent.Header.Get("Authorization") != "" {
			t.Error("a client with a SAS signs with the key too")
		}
		if q := sent.URL.Query(); q.Get("si") != "readers" || q.Get("sv") != "2019-12-12" || q.Get("sp") != "" || q.Get("sig") == "" {
			t.Errorf("the SAS states %v", q)
		}
	})
	t.Run("the session's own SAS", func(t *testing.T) {
		t.Parallel()
		s := session("")
		s.Credential.Key, s.Credential.SAS = "", "sv=2021-12-02&sp=r&sig=c2VjcmV0"
		wire := &canned{answer: refuse}
		c := ops.NewClient(sdk.Connect(s, target.Blob, wire, scenario.Access{}))
		if _, err := lookup(t, "Copy Blob").Do(t.Context(), c, some(ops.BlockBlob), &ops.Request{}); err != nil {
			t.Fatal(err)
		}
		sent := wire.last(t)
		if sent.URL.Query().Get("sig") != "c2VjcmV0" || !strings.HasSuffix(sent.Header.Get("x-ms-copy-source"), "sig=c2VjcmV0") {
			t.Error("the session's SAS is missing from the request or from its copy source")
		}
	})
}

func TestCopySourcesAreReadable(t *testing.T) {
	t.Parallel()
	// The string-to-sign changed with 2018-11-09 and 2020-12-06.
	for _, version := range []string{"2026-02-06", "2020-12-06", "2020-10-02", "2018-11-09", "2018-03-28", "2012-02-12", ""} {
		for _, snapshot := range []string{"", "2031-05-06T07:08:09.1234567Z"} {
			for _, op := range ops.Operations() {
				if !op.Source {
					continue
				}
				wire := &canned{answer: refuse}
				req := &ops.Request{Source: &ops.Address{Kind: op.Kinds[0], Container: "box", Blob: "the source", Snapshot: snapshot}}
				if _, err := op.Do(t.Context(), client(t, wire, version, scenario.Access{}), some(op.Kinds[0]), req); err != nil {
					t.Fatal(err)
				}
				src, err := url.Parse(wire.last(t).Header.Get("x-ms-copy-source"))
				if err != nil {
					t.Fatal(err)
				}
				if src.Path != "/devstoreaccount1/box/the source" {
					t.Errorf("%s copies from %s", op.Name, src.Path)
				}
				if op.Name == "Copy Blob" {
					if src.Query().Has("sig") {
						t.Error("Copy Blob within an account needs no SAS, and one would hide whether Shared Key suffices")
					}
					continue
				}
				if sv := src.Query().Get("sv"); snapshot == "" && version >= "2015-04-05" && sv != version {
					t.Errorf("%s signs in version %s for a session in %s", op.Name, sv, version)
				}
				verify(t, &http.Request{Method: "GET", URL: src, Host: src.Host, Header: http.Header{}})
			}
		}
	}
}

// TestSequenceActionsSendTheirNumber even where the SDK would leave it out.
func TestSequenceActionsSendTheirNumber(t *testing.T) {
	t.Parallel()
	seven := int64(7)
	for _, c := range []struct {
		action string
		number *int64
		want   string
	}{
		{"update", &seven, "7"}, {"max", &seven, "7"}, {"increment", &seven, "7"}, {"increment", nil, ""},
	} {
		wire := &canned{answer: refuse}
		req := &ops.Request{SequenceAction: c.action, SequenceNumber: c.number}
		if _, err := lookup(t, "Set Blob Properties").Do(t.Context(), client(t, wire, "", scenario.Access{}), some(ops.PageBlob), req); err != nil {
			t.Fatal(err)
		}
		sent := wire.last(t)
		if got := sent.Header.Get("x-ms-sequence-number-action"); got != c.action {
			t.Errorf("%s sends the action %q", c.action, got)
		}
		if got := sent.Header.Values("x-ms-blob-sequence-number"); c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || got[0] != c.want) {
			t.Errorf("%s sends the number %q, want %q", c.action, got, c.want)
		}
		verify(t, sent)
	}
}
