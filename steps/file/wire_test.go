package file

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// wire answers 200 to everything and keeps the last request.
type wire struct {
	last *http.Request
	body string
}

func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	w.last, w.body = req, ""
	if req.Body != nil {
		b, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		w.body = string(b)
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("")), Request: req}, nil
}

func (w *wire) client() *client {
	s := &target.Session{
		Endpoints:  map[target.Service]string{target.File: "http://127.0.0.1:1/account"},
		Credential: target.Credential{Account: "account", Key: "c2VjcmV0IG9mIHRlc3Rz"}, Clock: &rehearsal.Clock{}, Transport: w,
	}
	return newClient(sdk.Connect(s, target.File, nil, scenario.Access{}))
}

// shown is the request as one line: method, path and query, and the headers that belong to the
// operation, sorted.
func (w *wire) shown() string {
	var of []string
	for name, values := range w.last.Header {
		name = strings.ToLower(name)
		if (strings.HasPrefix(name, "x-ms-") || strings.HasPrefix(name, "if-")) && !slices.Contains([]string{"x-ms-date", "x-ms-version", "x-ms-client-request-id"}, name) {
			of = append(of, name+"="+values[0])
		}
	}
	slices.Sort(of)
	return strings.Join(append([]string{w.last.Method + " " + strings.TrimPrefix(w.last.URL.RequestURI(), "/account")}, of...), " ")
}

// addresses are the default resources, by kind.
var addresses = map[string]Address{
	kindAccount: {Kind: kindAccount}, kindShare: {Kind: kindShare, Share: "s"},
	kindDirectory: {Kind: kindDirectory, Share: "s", Path: "d"}, kindFile: {Kind: kindFile, Share: "s", Path: "d/f.bin"},
}

const (
	idA = "aaaaaaaa-0000-4000-8000-00000000000a"
	idB = "bbbbbbbb-0000-4000-8000-00000000000b"
)

// TestEveryOperationOnTheWire compares the request that each operation sends with what its page
// says.
func TestEveryOperationOnTheWire(t *testing.T) {
	t.Parallel()
	leased := Request{Fields: lease.Fields{LeaseID: new(idA), ProposedID: new(idB)}}
	tests := []struct {
		op   string
		req  Request
		want string
	}{
		{"List Shares", Request{Prefix: "p", Include: []string{"snapshots"}}, "GET ?comp=list&include=snapshots&prefix=p"},
		{"Create Share", Request{Quota: new(int32(7))}, "PUT /s?restype=share x-ms-share-quota=7"},
		{"Get Share Properties", Request{}, "GET /s?restype=share"},
		{"Set Share Properties", Request{}, "PUT /s?comp=properties&restype=share x-ms-share-quota=7"},
		{"Get Share Metadata", Request{}, "GET /s?comp=metadata&restype=share"},
		{"Set Share Metadata", Request{}, "PUT /s?comp=metadata&restype=share x-ms-meta-changed=yes"},
		{"Get Share ACL", Request{}, "GET /s?comp=acl&restype=share"},
		{"Set Share ACL", Request{}, "PUT /s?comp=acl&restype=share"},
		{"Get Share Stats", Request{}, "GET /s?comp=stats&restype=share"},
		{"Snapshot Share", Request{}, "PUT /s?comp=snapshot&restype=share"},
		{"Restore Share", Request{Version: neverDeleted}, "PUT /s?comp=undelete&restype=share x-ms-deleted-share-name=s x-ms-deleted-share-version=" + neverDeleted},
		{"Delete Share", Request{DeleteSnapshots: new("include")}, "DELETE /s?restype=share x-ms-delete-snapshots=include"},
		{"Lease Share acquire", Request{Fields: lease.Fields{Duration: new("15")}}, "PUT /s?comp=lease&restype=share x-ms-lease-action=acquire x-ms-lease-duration=15"},
		{"Lease Share renew", leased, "PUT /s?comp=lease&restype=share x-ms-lease-action=renew x-ms-lease-id=" + idA + " x-ms-proposed-lease-id=" + idB},
		{"Lease Share change", leased, "PUT /s?comp=lease&restype=share x-ms-lease-action=change x-ms-lease-id=" + idA + " x-ms-proposed-lease-id=" + idB},
		{"Lease Share release", Request{}, "PUT /s?comp=lease&restype=share x-ms-lease-action=release"},
		{"Lease Share break", Request{Fields: lease.Fields{BreakPeriod: new("7")}}, "PUT /s?comp=lease&restype=share x-ms-lease-action=break x-ms-lease-break-period=7"},

		{"List Directories and Files", Request{Prefix: "p", MaxResults: new("3")}, "GET /s/d?comp=list&maxresults=3&prefix=p&restype=directory"},
		{"Create Directory", Request{}, "PUT /s/d?restype=directory"},
		{"Get Directory Properties", Request{}, "GET /s/d?restype=directory"},
		{"Set Directory Properties", Request{}, "PUT /s/d?comp=properties&restype=directory x-ms-file-attributes=Directory|Hidden"},
		{"Get Directory Metadata", Request{}, "GET /s/d?comp=metadata&restype=directory"},
		{"Set Directory Metadata", Request{}, "PUT /s/d?comp=metadata&restype=directory x-ms-meta-changed=yes"},
		{"Rename Directory", Request{}, "PUT /s/d?comp=rename&restype=directory x-ms-file-rename-source=http://127.0.0.1:1/account/s/d-source"},
		{"Delete Directory", Request{}, "DELETE /s/d?restype=directory"},

		{"Create File", Request{}, "PUT /s/d/f.bin x-ms-content-length=1536 x-ms-type=file"},
		{"Get File", Request{Offset: 5, Count: 3}, "GET /s/d/f.bin x-ms-range=bytes=5-7"},
		{"Get File Properties", Request{}, "HEAD /s/d/f.bin"},
		{"Set File Properties", Request{Size: new(int64(9))}, "PUT /s/d/f.bin?comp=properties x-ms-content-length=9"},
		{"Get File Metadata", Request{}, "HEAD /s/d/f.bin?comp=metadata"},
		{"Set File Metadata", leased, "PUT /s/d/f.bin?comp=metadata x-ms-lease-id=" + idA + " x-ms-meta-changed=yes x-ms-proposed-lease-id=" + idB},
		{"Copy File", Request{}, "PUT /s/d/f.bin x-ms-copy-source=http://127.0.0.1:1/account/s/d/f-source.bin"},
		{"Abort Copy File", Request{}, "PUT /s/d/f.bin?comp=copy&copyid=11111111-2222-3333-4444-555555555555 x-ms-copy-action=abort"},
		{"Rename File", Request{SourceLeaseID: new(idA), DestinationLeaseID: new(idB), ReplaceIfExists: new("true")},
			"PUT /s/d/f.bin?comp=rename x-ms-destination-lease-id=" + idB + " x-ms-file-rename-replace-if-exists=true x-ms-file-rename-source=http://127.0.0.1:1/account/s/d/f-source.bin x-ms-source-lease-id=" + idA},
		{"Delete File", Request{Base: scenario.Base{IfMatch: new("*")}}, "DELETE /s/d/f.bin if-match=*"},
		{"Put Range", Request{}, "PUT /s/d/f.bin?comp=range x-ms-range=bytes=0-511 x-ms-write=update"},
		{"Put Range clear", Request{Offset: 512}, "PUT /s/d/f.bin?comp=range x-ms-range=bytes=512-1023 x-ms-write=clear"},
		{"Put Range from URL", Request{Offset: 512}, "PUT /s/d/f.bin?comp=range x-ms-copy-source=http://127.0.0.1:1/account/s/d/f-source.bin x-ms-range=bytes=512-1023 x-ms-source-range=bytes=0-511 x-ms-write=update"},
		{"List Ranges", Request{}, "GET /s/d/f.bin?comp=rangelist"},
		{"Lease File acquire", Request{}, "PUT /s/d/f.bin?comp=lease x-ms-lease-action=acquire x-ms-lease-duration=-1"},
		{"Lease File change", leased, "PUT /s/d/f.bin?comp=lease x-ms-lease-action=change x-ms-lease-id=" + idA + " x-ms-proposed-lease-id=" + idB},
		{"Lease File release", Request{}, "PUT /s/d/f.bin?comp=lease x-ms-lease-action=release"},
		{"Lease File break", Request{}, "PUT /s/d/f.bin?comp=lease x-ms-lease-action=break"},
		{"List Handles", Request{MaxResults: new("0")}, "GET /s/d/f.bin?comp=listhandles&maxresults=0"},
		{"Force Close Handles", Request{Recursive: new("true")}, "PUT /s/d/f.bin?comp=forceclosehandles x-ms-handle-id=* x-ms-recursive=true"},
	}
	tried := map[string]bool{}
	for _, tt := range tests {
		tried[tt.op] = true
		t.Run(tt.op, func(t *testing.T) {
			t.Parallel()
			all := operations()
			op := all[slices.IndexFunc(all, func(o scenario.Operation) bool { return o.Name == tt.op })]
			w := &wire{}
			if resp, err := op.Do(t.Context(), w.client(), addresses[op.Kinds[0]], &tt.req); w.last == nil {
				t.Fatalf("nothing was sent: %v, %v", resp, err)
			}
			got := w.shown()
			if i := strings.Index(got, "-source.bin?"); i >= 0 { // a signature
				rest := got[i:]
				if strings.Contains(rest, "sig=") {
					_, after, _ := strings.Cut(rest, " ")
					got = strings.TrimSpace(got[:i] + "-source.bin " + after)
				}
			}
			if got != tt.want {
				t.Errorf("it sends\n\t%s\nwant\n\t%s", got, tt.want)
			}
		})
	}
	for _, op := range operations() {
		if !tried[op.Name] {
			t.Errorf("nobody looks at what %s sends", op.Name)
		}
	}
}

// TestHandlesOfADirectory: the same operation has a different address there.
func TestHandlesOfADirectory(t *testing.T) {
	t.Parallel()
	w := &wire{}
	_, _ = either(listFileHandles, listDirectoryHandles)(t.Context(), w.client(), addresses[kindDirectory], Request{})
	if got, want := w.shown(), "GET /s/d?comp=listhandles"; !strings.HasPrefix(got, want) {
		t.Errorf("it sends %s, want %s", got, want)
	}
}

func TestAddressesInASnapshot(t *testing.T) {
	t.Parallel()
	w := &wire{}
	a := addresses[kindFile]
	a.Snapshot = "2026-01-02T03:04:05.0000000Z"
	_, _ = getFile(t.Context(), w.client(), a, Request{})
	if got := w.last.URL.Query().Get("sharesnapshot"); got != a.Snapshot || w.last.URL.Path != "/account/s/d/f.bin" {
		t.Errorf("it asks for %s at %q", w.last.URL.Path, got)
	}
	if text := a.String(); text != "s/d/f.bin?sharesnapshot="+a.Snapshot {
		t.Errorf("the address reads %s", text)
	}
}

func TestContentFillsWholeBlocks(t *testing.T) {
	t.Parallel()
	w := &wire{}
	_, _ = putRange(t.Context(), w.client(), addresses[kindFile], Request{Base: scenario.Base{Body: blocks("text")}})
	if len(w.body) != block || !strings.HasPrefix(w.body, "text ") {
		t.Errorf("%d bytes %.10q go out", len(w.body), w.body)
	}
}
