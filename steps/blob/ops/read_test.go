package ops_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// service answers reads from a table: "GET", "GET comp=blocklist" and so on.
type service map[string]*http.Response

func (s service) wire() *canned {
	return &canned{answer: func(r *http.Request) (*http.Response, error) {
		k := r.Method
		if comp := r.URL.Query().Get("comp"); comp != "" {
			k += " comp=" + comp
		}
		resp := s[k]
		if resp == nil {
			return answer(500, "", "x-ms-error-code: InternalError"), nil
		}
		again := *resp
		body := resp.Header.Get("test-body")
		again.Header = resp.Header.Clone()
		again.Header.Del("test-body")
		again.Body = answer(0, body).Body
		again.ContentLength = int64(len(body))
		return &again, nil
	}}
}

// reply is an answer whose body can be read repeatedly.
func reply(status int, body string, headers ...string) *http.Response {
	resp := answer(status, "", headers...)
	resp.Header.Set("test-body", body)
	return resp
}

const listed = `<EnumerationResults><Blobs>
<Blob><Name>dir/na me+é.txt</Name><Snapshot>2031-01-01T00:00:00.0000000Z</Snapshot><Properties><Last-Modified>Tue, 06 May 2031 07:00:00 GMT</Last-Modified><Etag>0x0</Etag><Content-Length>2</Content-Length></Properties></Blob>
<Blob><Name>dir/na me+é.txt</Name><Properties><Last-Modified>Tue, 06 May 2031 07:08:09 GMT</Last-Modified><Etag>0x1</Etag><Content-Length>5</Content-Length><LeaseStatus>unlocked</LeaseStatus><LeaseState>available</LeaseState><AccessTier>Hot</AccessTier></Properties><Metadata><first>1</first></Metadata></Blob>
<Blob><Name>dir/na me+é.txt and more</Name><Properties><Etag>0x9</Etag></Properties></Blob></Blobs><NextMarker/></EnumerationResults>`

func blockBlob() service {
	return service{
		"GET": reply(200, "12345", `ETag: "0x1"`, "Last-Modified: "+lastModified, "Content-Type: text/plain", "x-ms-blob-type: BlockBlob",
			"X-Ms-Meta-First: 1", "x-ms-lease-state: available", "x-ms-lease-status: unlocked"),
		"GET comp=blocklist": reply(200, `<BlockList><CommittedBlocks/><UncommittedBlocks><Block><Name>Yg==</Name><Size>4</Size></Block></UncommittedBlocks></BlockList>`, `ETag: "0x1"`),
		"GET comp=list":      reply(200, listed),
		"GET comp=tags":      reply(200, `<Tags><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tags>`),
	}
}

func TestReadOfABlockBlob(t *testing.T) {
	t.Parallel()
	wire := blockBlob().wire()
	got, err := ops.Read(t.Context(), client(t, wire, "", scenario.Access{}), some(ops.BlockBlob), true)
	if err != nil {
		t.Fatal(err)
	}
	want := &ops.State{
		Snapshot: scenario.Snapshot{Address: some(ops.BlockBlob), Exists: true, ETag: `"0x1"`, LastModified: stopped{}.Now()},
		Content:  []byte("12345"), Metadata: map[string]string{"first": "1"},
		Properties:  map[string]string{"content-type": "text/plain", "x-ms-blob-type": "BlockBlob", "x-ms-access-tier": "Hot"},
		Held:        lease.Held{Lease: lease.Shown{State: "available", Status: "unlocked"}},
		Uncommitted: []ops.Block{{ID: "Yg==", Size: 4}},
		Snapshots: []ops.Shot{{
			ID: "2031-01-01T00:00:00.0000000Z", ETag: `"0x0"`,
			LastModified: time.Date(2031, 5, 6, 7, 0, 0, 0, time.UTC), Size: 2,
		}},
		Tags: map[string]string{"k": "v"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("state (-want +got):\n%s", diff)
	}
	if n := len(wire.sent); n != 4 {
		t.Errorf("reading took %d exchanges, want 4", n)
	}
}

func TestReadOfAContainer(t *testing.T) {
	t.Parallel()
	box := service{
		"GET": reply(200, "", `ETag: "0x1"`, "Last-Modified: "+lastModified, "x-ms-lease-state: leased", "x-ms-lease-status: locked",
			"x-ms-lease-duration: infinite", "x-ms-blob-public-access: blob", "x-ms-meta-A: b"),
		"GET comp=acl":  reply(200, `<SignedIdentifiers><SignedIdentifier><Id>a</Id><AccessPolicy><Permission>r</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>`, `ETag: "0x1"`),
		"GET comp=list": reply(200, listed),
	}
	got, err := ops.Read(t.Context(), client(t, box.wire(), "", scenario.Access{}), some(ops.Container), false)
	if err != nil {
		t.Fatal(err)
	}
	want := &ops.State{
		Snapshot: scenario.Snapshot{Address: some(ops.Container), Exists: true, ETag: `"0x1"`, LastModified: stopped{}.Now()},
		Metadata: map[string]string{"a": "b"}, Held: lease.Held{Lease: lease.Shown{State: "leased", Status: "locked", Duration: "infinite"}},
		Access: "blob", Policies: []scenario.Policy{{ID: "a", Permission: "r"}},
		Blobs: []ops.Entry{
			{Name: "dir/na me+é.txt", ETag: `"0x1"`},
			{Name: "dir/na me+é.txt", Snapshot: "2031-01-01T00:00:00.0000000Z", ETag: `"0x0"`},
			{Name: "dir/na me+é.txt and more", ETag: `"0x9"`},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("state (-want +got):\n%s", diff)
	}

	box["GET comp=acl"] = reply(403, "", "x-ms-error-code: AuthorizationFailure")
	got, err = ops.Read(t.Context(), client(t, box.wire(), "", scenario.Access{}), some(ops.Container), false)
	if err != nil || !contains(got.Loose, scenario.FieldPolicies) {
		t.Errorf("policies that only the owner may read: loose are %v, %v", got.Loose, err)
	}
}

func TestReadOfWhatIsNotThere(t *testing.T) {
	t.Parallel()
	missing := func(code string) *http.Response { return reply(404, "", "x-ms-error-code: "+code) }
	empty := reply(200, `<EnumerationResults><Blobs/></EnumerationResults>`)
	for _, c := range []struct {
		name   string
		kind   string
		reads  service
		staged int
	}{
		{"blob", ops.BlockBlob, service{"GET": missing("BlobNotFound"), "GET comp=blocklist": missing("BlobNotFound"), "GET comp=list": empty}, 0},
		{"page blob", ops.PageBlob, service{"GET": missing("BlobNotFound"), "GET comp=list": empty}, 0},
		{"blob without container", ops.BlockBlob, service{"GET": missing("ContainerNotFound")}, 0},
		{"blob of a container being deleted", ops.BlockBlob, service{"GET": reply(409, "", "x-ms-error-code: ContainerBeingDeleted")}, 0},
		{"container", ops.Container, service{"GET": missing("ContainerNotFound")}, 0},
		{"uncommitted blocks", ops.BlockBlob, service{
			"GET": missing("BlobNotFound"), "GET comp=blocklist": blockBlob()["GET comp=blocklist"], "GET comp=list": reply(200, listed),
		}, 1},
	} {
		got, err := ops.Read(t.Context(), client(t, c.reads.wire(), "", scenario.Access{}), some(c.kind), false)
		if err != nil || got.Exists || len(got.Flaws) > 0 || len(got.Uncommitted) != c.staged {
			t.Errorf("%s: got %+v, %v", c.name, got, err)
		}
	}
}

func TestReadFindsContradictions(t *testing.T) {
	t.Parallel()
	for text, spoil := range map[string]func(service){
		`"0x8" in Get Block List`:    func(s service) { s["GET comp=blocklist"].Header.Set("ETag", `"0x8"`) },
		"List Blobs does not show":   func(s service) { s["GET comp=list"] = reply(200, `<EnumerationResults><Blobs/></EnumerationResults>`) },
		`"0x7" in List Blobs`:        relist("<Etag>0x1", "<Etag>0x7"),
		"07:08:10 GMT in List":       relist("07:08:09", "07:08:10"),
		"leased, unlocked in List":   relist("<LeaseState>available", "<LeaseState>leased"),
		"5 in Get Blob, but 6":       relist("<Content-Length>5", "<Content-Length>6"),
		"first=1 in Get Blob, but f": relist("<first>1", "<first>2"),
		"shows the blob 2 times":     relist("é.txt and more", "é.txt"),
		"announces 4 bytes":          func(s service) { s["GET"].Header.Set("Content-Length", "4") },
	} {
		s := blockBlob()
		spoil(s)
		wire := s.wire()
		got, err := ops.Read(t.Context(), client(t, wire, "", scenario.Access{}), some(ops.BlockBlob), false)
		if err != nil || !strings.Contains(fmt.Sprint(got.Flaws), text) {
			t.Errorf("want a contradiction %q, got %v, %v", text, got.Flaws, err)
		}
		if len(wire.sent) != 6 {
			t.Errorf("%q: %d exchanges; a contradiction is looked at twice", text, len(wire.sent))
		}
	}
	s := blockBlob()
	s["GET"] = reply(404, "", "x-ms-error-code: BlobNotFound")
	s["GET comp=blocklist"] = reply(404, "", "x-ms-error-code: BlobNotFound")
	got, err := ops.Read(t.Context(), client(t, s.wire(), "", scenario.Access{}), some(ops.BlockBlob), false)
	if err != nil || got.Exists || len(got.Flaws) != 1 {
		t.Errorf("a blob that is only listed: %+v, %v", got, err)
	}
}

func relist(from, to string) func(service) {
	return func(s service) {
		before, after, _ := strings.Cut(listed, from)
		s["GET comp=list"] = reply(200, before+to+after)
	}
}

// A flaw of one read is charged to that read, and the rest is still known.
func TestReadGoesOnWithoutWhatItCannotKnow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		spoil             func(service)
		operation, wanted string
		lost              []scenario.Field
	}{
		{func(s service) { s["GET"].Header.Del("ETag") }, "Get Blob", "ETag", nil},
		{func(s service) { s["GET"].Header.Set("ETag", "0x1") }, "Get Blob", "ETag", nil},
		{func(s service) { s["GET"].Header.Set("Last-Modified", "soon") }, "Get Blob", "Last-Modified", []scenario.Field{scenario.FieldLastModified}},
		{func(s service) { s["GET comp=blocklist"] = reply(404, "", "x-ms-error-code: BlobNotFound") }, "Get Block List", "status", []scenario.Field{ops.FieldCommitted, ops.FieldUncommitted}},
		{func(s service) { s["GET comp=blocklist"] = reply(403, "") }, "Get Block List", "status", []scenario.Field{ops.FieldCommitted, ops.FieldUncommitted}},
		{func(s service) { s["GET comp=blocklist"] = reply(200, "{}") }, "Get Block List", "body", []scenario.Field{ops.FieldCommitted, ops.FieldUncommitted}},
		{func(s service) { s["GET comp=list"] = reply(412, "", "x-ms-error-code: LeaseIdMissing") }, "List Blobs", "status", []scenario.Field{ops.FieldSnapshots, ops.FieldTier}},
		{func(s service) { s["GET comp=list"] = reply(200, "") }, "List Blobs", "body", []scenario.Field{ops.FieldSnapshots, ops.FieldTier}},
	} {
		s := blockBlob()
		tt.spoil(s)
		got, err := ops.Read(t.Context(), client(t, s.wire(), "", scenario.Access{}), some(ops.BlockBlob), false)
		if err != nil || len(got.Flaws) != 1 {
			t.Errorf("%s of %s: got %+v, %v", tt.wanted, tt.operation, got, err)
			continue
		}
		if f := got.Flaws[0]; f.Operation != tt.operation || f.Respect != tt.wanted || !cmp.Equal(f.Lost, tt.lost) {
			t.Errorf("%s of %s: got %+v", tt.wanted, tt.operation, f)
		}
		if got.ETag != `"0x1"` || string(got.Content) != "bytes" && len(got.Content) != 5 {
			t.Errorf("%s of %s: read %+v", tt.wanted, tt.operation, got)
		}
	}
}

func TestReadGivesUpOnNonsense(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(service){
		"Get Blob was answered 500 InternalError": func(s service) { delete(s, "GET") },
		"Get Blob was answered 412":               func(s service) { s["GET"] = reply(412, "") },
		"Get Block List was answered 503":         func(s service) { s["GET comp=blocklist"] = reply(503, "") },
	} {
		s := blockBlob()
		spoil(s)
		_, err := ops.Read(t.Context(), client(t, s.wire(), "", scenario.Access{}), some(ops.BlockBlob), false)
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want an error with %q", err, name)
		}
	}
	if _, err := ops.Read(t.Context(), client(t, always(200, ""), "", scenario.Access{}), some(ops.Account), false); err == nil {
		t.Error("the state of an account was read")
	}
}

func TestContainerNamesFollowsMarkers(t *testing.T) {
	t.Parallel()
	wire := &canned{answer: func(r *http.Request) (*http.Response, error) {
		if r.URL.Query().Get("prefix") != "run-" {
			return answer(400, ""), nil
		}
		if r.URL.Query().Get("marker") == "" {
			return answer(200, `<EnumerationResults><Containers><Container><Name>run-1</Name></Container></Containers><NextMarker>m</NextMarker></EnumerationResults>`), nil
		}
		return answer(200, `<EnumerationResults><Containers><Container><Name>run-2</Name></Container></Containers></EnumerationResults>`), nil
	}}
	got, err := ops.ContainerNames(t.Context(), client(t, wire, "", scenario.Access{}), "run-")
	if err != nil || !cmp.Equal(got, []string{"run-1", "run-2"}) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestFrozenIsWhatReadsOfASnapshotShow(t *testing.T) {
	t.Parallel()
	for _, kind := range ops.Blobs {
		base := someState(kind)
		base.Properties["x-ms-access-tier"] = "Hot" // which only List Blobs shows
		base.Lease = lease.Shown{State: "leased", Status: "locked", Duration: "fixed"}
		r := base.Address.(ops.Address)
		r.Snapshot = "2031-05-06T07:08:09.1234567Z"

		shown := someState(kind)
		shown.Address, shown.Snapshots, shown.Lease = r, nil, lease.Shown{}
		if d := scenario.Compare(base.Frozen(r), shown); len(d) > 0 {
			t.Errorf("a snapshot of a %s: %v", kind, d)
		}
		if len(base.Snapshots) == 0 || base.Properties["x-ms-access-tier"] == "" {
			t.Errorf("freezing a %s changed it", kind)
		}
		for field, change := range map[scenario.Field]func(*ops.State){
			scenario.FieldContent:  func(s *ops.State) { s.Content = []byte("later") },
			scenario.FieldMetadata: func(s *ops.State) { s.Metadata = map[string]string{"first": "2"} },
			scenario.FieldETag:     func(s *ops.State) { s.ETag = `"0x9"` },
		} {
			other := someState(kind)
			other.Address, other.Snapshots = r, nil
			change(other)
			if d := scenario.Compare(base.Frozen(r), other); len(d) != 1 || d[0].Field != field {
				t.Errorf("a snapshot of a %s with another %s: %v", kind, field, d)
			}
		}
	}
}
