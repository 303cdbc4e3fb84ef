package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reference/operation"
)

const reasonsHead = "verdict\tsession\toperation\trespect\trecorded\tgot\twhy\n"

func TestReasons(t *testing.T) {
	t.Parallel()
	list, err := ParseReasons(reasonsHead +
		"accepted\t\tGet Blob*\theader x-ms-version-id\t\t\tversions\n" +
		"unplayable\ttest_handle.*\t\t\t200 *\t404 *\thandles\n")
	if err != nil {
		t.Fatal(err)
	}
	replayed := func(session string, recorded, got int) *Replayed {
		return &Replayed{Session: &Session{Name: session}, Exchange: &Exchange{Status: recorded}, Answer: Answer{Status: got, Operation: operation.GetBlobProperties}}
	}
	version := Difference{"header x-ms-version-id", "2020", ""}
	if m := replayed("net/A/B", 200, 200); !list.Accepts(m, version) || list.Accepts(m, Difference{"tag", "", ""}) || list.Unplayable(m) != "" {
		t.Error("the first reason is for one header only")
	}
	for session, want := range map[string]string{"test_handle.test_list": "handles", "test_file.test_list": ""} {
		if got := list.Unplayable(replayed(session, 200, 404)); got != want {
			t.Errorf("Unplayable of %s = %q, want %q", session, got, want)
		}
	}
	if got := list.Unplayable(replayed("test_handle.test_list", 404, 404)); got != "" {
		t.Errorf("Unplayable of other answers = %q, want none", got)
	}
}

func TestReasonsAreAClosedList(t *testing.T) {
	t.Parallel()
	line := "accepted\t\t\t\t\t\twhy\n"
	for name, text := range map[string]string{
		"a word too many":   reasonsHead + "ignored\t\t\t\t\t\twhy\n",
		"no reason":         reasonsHead + "accepted\t\t\t\t\t\t\n",
		"a column too few":  reasonsHead + "accepted\t\t\t\t\twhy\n",
		"a broken pattern":  reasonsHead + "accepted\t[\t\t\t\t\twhy\n",
		"one line too many": reasonsHead + strings.Repeat(line, mostReasons+1),
	} {
		if _, err := ParseReasons(text); err == nil {
			t.Errorf("ParseReasons accepts %s", name)
		}
	}
	if list, err := ParseReasons(reasonsHead + strings.Repeat(line, mostReasons)); err != nil || len(list) != mostReasons {
		t.Errorf("ParseReasons of %d lines = %d, %v", mostReasons, len(list), err)
	}
	if _, err := ParseReasons(reasonsFile); err != nil {
		t.Error(err)
	}
}

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
