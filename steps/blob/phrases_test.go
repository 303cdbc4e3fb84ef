package blob

import (
	"net/http"
	"strconv"
	"testing"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
)

// appended is an append whose answer had an offset.
func appended(body string, offset int) *scenario.Act {
	return &scenario.Act{Op: scenario.Operation{Facts: scenario.Facts{Success: 201}}, Req: &ops.Request{Base: scenario.Base{Body: []byte(body)}},
		Resp: scenario.Response{Status: 201, Header: http.Header{"X-Ms-Blob-Append-Offset": {strconv.Itoa(offset)}}}}
}

func TestPartsStandInTheOrderOfTheirOffsets(t *testing.T) {
	t.Parallel()
	refused := appended("cc", 5)
	refused.Resp.Status, refused.Resp.Code = 412, "ConditionNotMet"
	silent := appended("cc", 5)
	silent.Resp.Header = nil
	tests := []struct {
		name    string
		parts   []*scenario.Act
		content string
		want    string // what the verdict wants and got; empty: the parts are in order
	}{
		{"none", nil, "a", ""},
		{"as sent", []*scenario.Act{appended("bbb", 1), appended("cc", 4)}, "abbbcc", ""},
		{"the other way round", []*scenario.Act{appended("bbb", 3), appended("cc", 1)}, "accbbb", ""},
		{"both at one offset", []*scenario.Act{appended("bbb", 1), appended("cc", 1)}, "", "a part at offset 4; the next one at 1"},
		{"a gap", []*scenario.Act{appended("bbb", 1), appended("cc", 5)}, "", "a part at offset 4; the next one at 5"},
		{"over what was there", []*scenario.Act{appended("bbb", 0)}, "", "a part at offset 1; the next one at 0"},
		{"no offset", []*scenario.Act{appended("bbb", 1), silent}, "", "a part at offset 1; the next one at -1"},
		{"a refusal", []*scenario.Act{appended("bbb", 1), refused}, "", "201; 412 ConditionNotMet"},
	}
	for _, tt := range tests {
		got, err := inOrder([]byte("a"), tt.parts)
		checkVerdict(t, tt.name, err, tt.want)
		if string(got) != tt.content {
			t.Errorf("%s: the blob should hold %q, want %q", tt.name, got, tt.content)
		}
	}
}

func TestWhichVersionWasReceived(t *testing.T) {
	t.Parallel()
	w, ac := answeredWith(t, "Get Blob", "old", "ETag", `"0x2"`)
	blob := ac.Resource
	blob.Before = &ops.State{Snapshot: scenario.Snapshot{ETag: `"0x2"`}, Content: []byte("old")}
	checkVerdict(t, "the old version", received(w, ac, "old"), "")
	checkVerdict(t, "a new version that nobody wrote", received(w, ac, "new"), "error: read the scenario: no client has written a new version")
	blob.Act = &scenario.Act{Op: w.Language.Must("Put Blob"), Req: content("new"), Resp: scenario.Response{Status: 201, Header: http.Header{"Etag": {`"0x3"`}}}}
	checkVerdict(t, "the old version in place of the new one", received(w, ac, "new"), `"new" under "0x3"; "old" under "0x2"`)
	ac.Resp.Body = []byte("new")
	checkVerdict(t, "the new version under the old ETag", received(w, ac, "new"), `"new" under "0x3"; "new" under "0x2"`)
	ac.Resp.Header.Set("ETag", `"0x3"`)
	checkVerdict(t, "the new version", received(w, ac, "new"), "")
	checkVerdict(t, "the new version in place of the old one", received(w, ac, "old"), `"old" under "0x2"; "new" under "0x3"`)
	ac.Op = w.Language.Must("Get Blob Properties")
	checkVerdict(t, "no content", received(w, ac, "old"), "error: read the scenario: the last request is not Get Blob")
}

func TestPagesShowEachOnce(t *testing.T) {
	t.Parallel()
	w, _, blob := stage(t)
	never := resource(t, w, ops.BlockBlob, "never")
	called := func(r *scenario.Resource) string { return r.Address.(ops.Address).Blob }
	list := func(names ...string) (out []judge.Entry) {
		etags := map[string]string{called(blob): `"0x2"`, "source.bin": `"0x4"`}
		for _, name := range names {
			out = append(out, judge.Entry{Name: name, ETag: etags[name]})
		}
		return out
	}
	own, gone := called(blob), []judge.Entry{{Name: called(blob), ETag: `"0x1"`}, {Name: "source.bin", ETag: `"0x4"`}}
	judged := func(what string, shown []judge.Entry, want string) {
		checkVerdict(t, what, judge.EachOnce(w, "List Blobs", "blobs", shown, called), want)
	}
	judged("both, and one that nobody created", list("source.bin", "another", own), "")
	judged("one is lost", list("source.bin"), "the blob 1 times; 0 times")
	judged("one comes twice", list(own, "source.bin", "source.bin"), "the source 1 times; 2 times")
	judged("an old ETag", gone, `"0x2"; "0x1"`)
	blob.Deleted = &ops.State{}
	judged("one that was deleted", list(own, "source.bin"), "the blob 0 times; 1 times")
	judged("only what is there", list("source.bin"), "")
	if called(never) == "" {
		t.Error("the blob that nobody created has no name")
	}
}
