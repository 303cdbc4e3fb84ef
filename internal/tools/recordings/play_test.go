package main

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
)

// header is a header written "name: value".
func header(lines ...string) map[string]string {
	h := map[string]string{}
	for _, l := range lines {
		name, value, _ := strings.Cut(l, ": ")
		h[name] = value
	}
	return h
}

// told makes an exchange: "METHOD path?query" at a second, what was sent, and what was answered.
func told(second int64, request string, sent map[string]string, status int, answer map[string]string) Exchange {
	method, target, _ := strings.Cut(request, " ")
	path, query, _ := strings.Cut(target, "?")
	all := header("x-ms-version: 2020-10-02")
	maps.Copy(all, sent)
	return Exchange{Second: 1_600_000_000 + second, Method: method, Path: path, Query: query, Header: all, Status: status, AnswerHeader: answer}
}

// withBodies adds bodies to an exchange.
func (e Exchange) withBodies(sent, answer string) Exchange {
	e.Body = Body{Bytes: []byte(sent), Given: sent != ""}
	e.Answer = Body{Bytes: []byte(answer), Given: answer != ""}
	return e
}

var (
	container = told(0, "PUT /box?restype=container", nil, 201, header(`etag: "C1"`))
	block     = header("x-ms-blob-type: BlockBlob")
)

// blob is a Put Blob that was answered with a tag.
func blob(second int64, tag string, conditions ...string) Exchange {
	h := header(conditions...)
	maps.Copy(h, block)
	return told(second, "PUT /box/b", h, 201, header(`etag: "`+tag+`"`)).withBodies("x", "")
}

// refused makes the answer of an exchange a refusal.
func (e Exchange) refused(status int, code string) Exchange {
	e.Status, e.AnswerHeader = status, header("x-ms-error-code: "+code, "content-type: application/xml")
	return e
}

// played plays a session and says of each exchange how it went: "" for agreement, the respects of its differences, or
// why it was not played.
func played(t *testing.T, service operation.Service, reasons Reasons, faults []fault.Fault, exchanges ...Exchange) (list []string) {
	t.Helper()
	c := Corpus{Sessions: []Session{{Name: "made.up", Service: service, Exchanges: exchanges}}}
	err := Play(&c.Sessions[0], c.Kept(), reasons, faults, func(m *Replayed) {
		text := m.Unplayable
		for _, d := range m.Differences {
			text += d.Respect + ", "
		}
		list = append(list, strings.TrimSuffix(text, ", "))
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestPlay(t *testing.T) {
	t.Parallel()
	const id = "x-ms-lease-id: 11111111-1111-1111-1111-111111111111"
	acquire := told(1, "PUT /box/b?comp=lease", header("x-ms-lease-action: acquire", "x-ms-lease-duration: 15", "x-ms-proposed-lease-id: 11111111-1111-1111-1111-111111111111"), 201, header(id, `etag: "B1"`))
	for _, c := range []struct {
		name      string
		exchanges []Exchange
		want      []string
	}{
		{"tags that a later request names", []Exchange{container, blob(1, "B1"), blob(2, "B2", `if-match: "B1"`), blob(3, "", `if-match: "B1"`).refused(412, "ConditionNotMet"), blob(4, "B3", `if-match: "B2"`)},
			[]string{"", "", "", "", ""}},
		{"one tag too few", []Exchange{container, blob(1, "B1"), blob(2, "B1")}, []string{"", "", "tag"}},
		{"one tag too many", []Exchange{container, blob(1, "B1"), told(2, "HEAD /box/b", nil, 200, header(`etag: "B2"`))}, []string{"", "", "tag"}},
		{"another code", []Exchange{container, blob(1, "B1"), blob(2, "", `if-match: "0x8D0"`).refused(412, "LeaseIdMissing"), blob(3, "B2")}, []string{"", "", "code", ""}},
		{"a write that was refused, and now is not", []Exchange{container, blob(1, "B1").refused(412, "ConditionNotMet"), blob(2, "B2"), blob(3, "B3")}, []string{"", "status", "earlier", "earlier"}},
		{"a state by value", []Exchange{container, blob(1, "B1"), acquire, told(2, "HEAD /box/b", nil, 200, header(`etag: "B1"`, "x-ms-lease-state: leased"))}, []string{"", "", "", ""}},
		{"a wrong state", []Exchange{container, blob(1, "B1"), acquire, told(2, "HEAD /box/b", nil, 200, header(`etag: "B1"`, "x-ms-lease-state: available"))}, []string{"", "", "", "state x-ms-lease-state"}},
		{"a lease that ends while the recording waits", []Exchange{container, blob(1, "B1"), acquire, blob(20, "B2"), told(21, "HEAD /box/b", nil, 200, header(`etag: "B2"`, "x-ms-lease-state: available"))},
			[]string{"", "", "", "", ""}},
		{"a header that is missing", []Exchange{container, blob(1, "B1"), told(2, "HEAD /box/b", nil, 200, header(`etag: "B1"`, "x-ms-new: 1"))}, []string{"", "", "header x-ms-new"}},
		{"a header too many, of those that the corpus keeps", []Exchange{container, blob(1, "B1"), told(2, "HEAD /box/b", nil, 200, header(`etag: "B1"`, "x-ms-creation-time: x")), told(3, "HEAD /box/b", nil, 200, header(`etag: "B1"`))},
			[]string{"", "", "", "header x-ms-creation-time"}},
		{"a stamp of another time", []Exchange{container, blob(1, "B1"), told(2, "HEAD /box/b", nil, 200, header(`etag: "B1"`, "last-modified: Sun, 13 Sep 2020 12:30:00 GMT"))}, []string{"header last-modified", "header last-modified", "stamp"}},
		{"a stamp of this time", []Exchange{container, blob(1, "B1"), told(2, "HEAD /box/b", nil, 200, header(`etag: "B1"`, "last-modified: Sun, 13 Sep 2020 12:26:42 GMT"))}, []string{"header last-modified", "header last-modified", ""}},
		{"content", []Exchange{container, blob(1, "B1"), told(2, "GET /box/b", nil, 200, header(`etag: "B1"`)).withBodies("", "y")}, []string{"", "", "content"}},
		{"names in a document", []Exchange{container, told(1, "GET /box?restype=container&comp=list", nil, 200, header("content-type: application/xml")).withBodies("", "<EnumerationResults><Blobs/><Other/></EnumerationResults>")},
			[]string{"", "name //EnumerationResults/Other, name //EnumerationResults/NextMarker"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, played(t, operation.BlobService, nil, nil, c.exchanges...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestWhatARecordingTakesForGranted plays sessions that begin in the middle.
func TestWhatARecordingTakesForGranted(t *testing.T) {
	t.Parallel()
	share := header("x-ms-delete-snapshots: include")
	const list = `<EnumerationResults><Shares><Share><Name>old</Name><Snapshot>2020-01-01T00:00:00.0000000Z</Snapshot><Properties><LeaseState>leased</LeaseState></Properties></Share><Share><Name>old</Name><Properties/></Share><Share><Name>held</Name><Properties><LeaseState>leased</LeaseState></Properties></Share></Shares></EnumerationResults>`
	for _, c := range []struct {
		name      string
		service   operation.Service
		exchanges []Exchange
		want      []string
	}{
		{"a blob in a container that nobody made", operation.BlobService, []Exchange{told(0, "HEAD /box/b", nil, 200, header(`etag: "B1"`))}, []string{""}},
		{"a file below a directory", operation.FileService, []Exchange{told(0, "HEAD /shr/d/f", nil, 200, header(`etag: "F1"`))}, []string{""}},
		{"a queue", operation.QueueService, []Exchange{told(0, "GET /que/messages", nil, 200, header("content-type: application/xml"))}, []string{""}},
		{"a container that this session deleted", operation.BlobService, []Exchange{container, told(1, "DELETE /box?restype=container", nil, 202, nil), blob(2, "B1")}, []string{"", "", "status"}},
		{"a container that was there", operation.BlobService, []Exchange{container.refused(409, "ContainerAlreadyExists"), blob(1, "B1")}, []string{leftovers, ""}},
		{"a container that was being deleted", operation.BlobService, []Exchange{container.refused(409, "ContainerBeingDeleted"), container.refused(409, "ContainerBeingDeleted")}, []string{leftovers, ""}},
		{"a share of which nobody knows", operation.FileService, []Exchange{told(0, "DELETE /shr?restype=share", share, 202, nil), told(0, "DELETE /shr?restype=share", share, 202, nil)}, []string{leftovers, leftovers}},
		{"shares that a list shows", operation.FileService, []Exchange{
			told(0, "GET /?comp=list&include=snapshots", nil, 200, header("content-type: application/xml")).withBodies("", list),
			told(1, "DELETE /old?restype=share", share, 0, nil).refused(409, "DeleteShareWhenSnapshotLeased"),
			told(1, "DELETE /held?restype=share", share, 0, nil).refused(412, "LeaseIdMissing"),
		}, []string{"", "", ""}},
		{"an operation that is not offered", operation.BlobService, []Exchange{container, told(1, "POST /box/b?comp=query", nil, 200, nil), blob(2, "B1")},
			[]string{"", "not offered: Query Blob Contents", "not offered: Query Blob Contents"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, played(t, c.service, nil, nil, c.exchanges...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestAFaultyReferenceDiffers breaks the reference on purpose.
func TestAFaultyReferenceDiffers(t *testing.T) {
	t.Parallel()
	session := []Exchange{container, blob(1, "B1"), blob(2, "B2"), blob(3, "", `if-match: "B1"`).refused(412, "ConditionNotMet")}
	for name, want := range map[string][]string{
		"etag-unchanged":   {"", "", "tag", ""},
		"if-match-ignored": {"", "", "", "status"},
	} {
		f, ok := fault.Lookup(name)
		if !ok {
			t.Fatalf("there is no fault %s", name)
		}
		got := played(t, operation.BlobService, nil, []fault.Fault{f}, session...)
		if name == "etag-unchanged" {
			got, want = got[:3], want[:3]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestAMomentHasCoordinates looks at what an observer is shown.
func TestAMomentHasCoordinates(t *testing.T) {
	t.Parallel()
	s := Session{Name: "made.up", Service: operation.BlobService, Exchanges: []Exchange{container, blob(1, "B1", "if-none-match: *"), blob(2, "B2", `if-match: "B1"`)}}
	var got []string
	err := Play(&s, nil, nil, nil, func(m *Replayed) { got = append(got, m.Coordinates.String()) })
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"body=up to 65536, exists=ContainerNotFound, operation=Create Container",
		"body=up to 65536, exists=BlobNotFound, if-none-match=*, operation=Put Blob, what it is in exists=yes, x-ms-blob-type=blockblob",
		"body=up to 65536, exists=yes, if-match=current, its blob-type=blockblob, its lease-state=available, operation=Put Blob, what it is in exists=yes, x-ms-blob-type=blockblob",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
