package history_test

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

var update = flag.Bool("update", false, "write the golden file")

func TestConflicts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b  op.Operation
		x, y  string
		want  bool
		alike bool // of one client
	}{
		{a: op.GetBlob, x: "blob /c/b", b: op.GetBlob, y: "blob /c/b", want: false},
		{a: op.GetBlob, x: "blob /c/b", b: op.PutBlob, y: "blob /c/b", want: true},
		{a: op.PutBlob, x: "blob /c/a", b: op.PutBlob, y: "blob /c/b", want: false},
		{a: op.PutBlob, x: "blob /c/a", b: op.PutBlob, y: "blob /c/a2", want: false},
		{a: op.PutBlob, x: "blob /c/a", b: op.PutBlob, y: "blob /c/b", alike: true, want: true},
		{a: op.ListBlobs, x: "blob /c", b: op.PutBlob, y: "blob /c/b", want: true},
		{a: op.ListBlobs, x: "blob /c", b: op.PutBlob, y: "blob /c2/b", want: false},
		{a: op.ListContainers, x: "blob /", b: op.PutBlob, y: "blob /c/b", want: true},
		{a: op.QueryEntities, x: "table /t()", b: op.UpdateEntity, y: "table /t(PartitionKey='p',RowKey='r')", want: true},
		{a: op.UpdateEntity, x: "table /t(PartitionKey='p',RowKey='q')", b: op.UpdateEntity, y: "table /t(PartitionKey='p',RowKey='r')", want: false},
		{a: op.EntityGroupTransaction, x: "table /$batch", b: op.GetEntity, y: "table /t(PartitionKey='p',RowKey='r')", want: true},
		{a: op.EntityGroupTransaction, x: "table /$batch", b: op.PutBlob, y: "blob /c/b", want: false},
		{a: op.GetMessages, x: "queue /q/messages", b: op.DeleteMessage, y: "queue /q/messages/m", want: true},
		{a: op.GetMessages, x: "queue /q/messages", b: op.GetMessages, y: "queue /q/messages", want: true},
	} {
		a, b := history.Request{Client: "ann", Operation: tt.a, Resource: tt.x}, history.Request{Client: "bob", Operation: tt.b, Resource: tt.y}
		if tt.alike {
			b.Client = "ann"
		}
		if a.Conflicts(&b) != tt.want || b.Conflicts(&a) != tt.want {
			t.Errorf("%v %s and %v %s: want %v", tt.a, tt.x, tt.b, tt.y, tt.want)
		}
	}
}

func TestACopyReadsItsSource(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPut, "http://127.0.0.1:10000/account/c/copy", nil)
	r.Header.Set("x-ms-copy-source", "http://127.0.0.1:10000/account/c/from?sv=1")
	cp := history.Describe("ann", op.BlobService, op.CopyBlob, r, nil)
	put := history.Request{Client: "bob", Operation: op.PutBlob, Resource: "blob /c/from"}
	get := history.Request{Client: "bob", Operation: op.GetBlob, Resource: "blob /c/from"}
	if !cp.Conflicts(&put) || !put.Conflicts(&cp) || cp.Conflicts(&get) || get.Conflicts(&cp) {
		t.Errorf("%+v", cp)
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPut, "http://127.0.0.1:10001/account/q/messages/m?popreceipt=AgAAAAMAAA&visibilitytimeout=30", nil)
	r.Header.Set("If-Match", `"0x1"`)
	r.Header.Set("If-Unmodified-Since", "Sat, 01 Jan 2000 00:00:00 GMT")
	r.Header.Set("x-ms-lease-id", "5951a7f5-0000-4000-8000-000000000000")
	d := history.Describe("ann", op.QueueService, op.UpdateMessage, r, []byte("text"))
	if d.Name() != "q/messages/m" || d.Duration != "30" || !d.Names() || !d.Granted() || d.MakesRoom() {
		t.Errorf("%+v", d)
	}
	want := []string{`If-Match: "0x1"`, "If-Unmodified-Since: Sat, 01 Jan 2000 00:00:00 GMT", "lease: 5951a7f5", "pop receipt: AgAAAAMA"}
	for i, c := range d.Conditions() {
		if i >= len(want) || c != want[i] {
			t.Errorf("conditions %q, want %q", d.Conditions(), want)
		}
	}
	r.Header.Set("x-ms-meta-owner", "ann")
	if other := history.Describe("ann", op.QueueService, op.UpdateMessage, r, []byte("text")); other.Digest == d.Digest {
		t.Error("metadata make no difference")
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	list := `<?xml version="1.0"?><QueueMessagesList><QueueMessage><MessageId>m</MessageId><PopReceipt>r</PopReceipt></QueueMessage></QueueMessagesList>`
	if a := history.AnswerOf(200, http.Header{}, []byte(list)); len(a.Got) != 1 || a.Got[0] != (history.Message{ID: "m", Receipt: "r"}) {
		t.Errorf("%+v", a)
	}
	refusal := `{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":"exists"}}}`
	part := "--batch\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 409 Conflict\r\nContent-Type: application/json\r\n\r\n" + refusal + "\r\n--batch--\r\n"
	for text, a := range map[string]history.Answer{
		"409 EntityAlreadyExists":  history.AnswerOf(409, http.Header{}, []byte(refusal)),
		"409 EntityAlreadyExists ": history.AnswerOf(202, http.Header{}, []byte(part)),
		`201 "0x1"`:                history.AnswerOf(201, http.Header{"Etag": {`"0x1"`}}, nil),
		"412 ConditionNotMet":      history.AnswerOf(412, http.Header{"X-Ms-Error-Code": {"ConditionNotMet"}}, []byte("<?xml")),
		"204":                      history.AnswerOf(204, http.Header{}, nil),
		"202":                      history.AnswerOf(202, http.Header{}, []byte("-\nHTTP/1.1 4")),
	} {
		if got := a.String(); got != text && got+" " != text {
			t.Errorf("%q, want %q", got, text)
		}
	}
}

func TestDraw(t *testing.T) {
	t.Parallel()
	ask := func(who string, o op.Operation) history.Request {
		return history.Request{Client: who, Operation: o, Resource: "blob /data/counter", IfMatch: `"0x1"`}
	}
	lines := []history.Line{
		{Request: ask("ann", op.GetBlob), Answer: history.Answer{Status: 200, ETag: `"0x1"`}},
		{Request: ask("robert", op.PutBlob), Answer: history.Answer{Status: 201, ETag: `"0x2"`}, Fate: history.Lost, Chosen: "ann waits, the answer is lost"},
		{Fate: history.Passed, Elapsed: 15 * time.Second, At: 15 * time.Second, Chosen: "time jumps"},
		{Fate: history.Broken, Request: history.Request{Client: "somebody", Resource: "blob /data"}, At: 15 * time.Second, Chosen: "the lease is broken"},
		{Request: ask("ann", op.LeaseBlobRenew), Answer: history.Answer{Status: 200}, Fate: history.Late, At: 15 * time.Second},
		{Request: ask("ann", op.LeaseBlobRenew), Fate: history.Delivered, At: 15 * time.Second},
		{Request: ask("ann", op.PutBlob), Answer: history.Answer{Status: 412, Code: "ConditionNotMet"}, At: 15*time.Second + 300*time.Microsecond},
		{Request: ask("ann", op.DeleteBlob), Fate: history.Withdrawn, At: time.Minute},
	}
	got := history.Draw(lines, map[int][]string{1: {"this was done"}, 6: {"and ann never looks", "who it was"}})
	golden := filepath.Join("testdata", "drawing.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
