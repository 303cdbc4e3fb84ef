package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLeaves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body string
		want       []Leaf
	}{
		{"XML", "\ufeff<?xml version=\"1.0\" encoding=\"utf-8\"?><R><B><Name>x</Name><P><Etag>0x1</Etag></P></B><B><Name>x</Name><P/></B><M><Q>1</Q></M><M><Q>2</Q></M></R>", []Leaf{
			{"/R/B[x]/Name", "Name", "x", "x"}, {"/R/B[x]/P/Etag", "Etag", "0x1", "x"},
			{"/R/B[x]#2/Name", "Name", "x", "x"}, {"/R/B[x]#2/P", "P", "", "x"},
			{"/R/M/Q", "Q", "1", ""}, {"/R/M#2/Q", "Q", "2", ""},
		}},
		{"metadata named Name", "<R><B><Metadata><Name>bob</Name></Metadata></B></R>", []Leaf{{"/R/B/Metadata/name", "Name", "bob", ""}}},
		{"JSON", `{"value":[{"PartitionKey":"p","RowKey":"1","odata.etag":"e"}],"n":1.50}`, []Leaf{
			{"/n", "n", "1.50", ""},
			{"/value#1/PartitionKey", "PartitionKey", "p", "p/1"}, {"/value#1/RowKey", "RowKey", "1", "p/1"}, {"/value#1/odata.etag", "odata.etag", "e", "p/1"},
		}},
		{"multipart", "--b\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 204 No Content\r\nETag: W/\"1\"\r\n\r\n--b\r\n\r\nHTTP/1.1 412 Precondition Failed\r\n\r\n{\"odata.error\":{\"code\":\"UpdateConditionNotSatisfied\"}}\r\n--b--", []Leaf{
			{"part 1/status", "status", "204", "part 1"}, {"part 1/etag", "etag", `W/"1"`, "part 1"},
			{"part 2/status", "status", "412", "part 2"}, {"part 2/code", "code", "UpdateConditionNotSatisfied", "part 2"},
		}},
		{"text", "hello", nil},
		{"broken JSON", "{", nil},
	} {
		if diff := cmp.Diff(c.want, Leaves([]byte(c.body))); diff != "" {
			t.Errorf("Leaves of %s (-want +got): %s", c.name, diff)
		}
	}
}

func TestShapeForgetsEntries(t *testing.T) {
	t.Parallel()
	if got, want := shape("/R/Blobs/Blob[x]#2/Name"), "//R/Blobs/Blob/Name"; got != want {
		t.Errorf("shape = %s, want %s", got, want)
	}
}
