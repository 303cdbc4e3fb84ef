package history_test

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// always takes every request for one operation.
func always(o op.Operation) history.Classifier {
	return func(op.Service, *http.Request) op.Operation { return o }
}

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
	cp := history.Describe("ann", op.BlobService, always(op.CopyBlob), r, nil)
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
	d := history.Describe("ann", op.QueueService, always(op.UpdateMessage), r, []byte("text"))
	if d.Name() != "q/messages/m" || d.Duration != "30" || !d.Names() || !d.Granted() || d.MakesRoom() {
		t.Errorf("%+v", d)
	}
	drawn := strings.Join(strings.Fields(history.Draw([]history.Line{{Request: d}}, nil)), " ")
	if want := `, If-Match: v1, If-Unmodified-Since: Sat, 01 Jan 2000 00:00:00 GMT, lease: 5951a7f5, pop receipt: AgAAAAMA -> `; !strings.Contains(drawn+" ", want) {
		t.Errorf("%q, want %q", drawn, want)
	}
	r.Header.Set("x-ms-meta-owner", "ann")
	if other := history.Describe("ann", op.QueueService, always(op.UpdateMessage), r, []byte("text")); other.Digest == d.Digest {
		t.Error("metadata make no difference")
	}
}

func TestDescribeParts(t *testing.T) {
	t.Parallel()
	describe := func(s op.Service, o op.Operation, target string, body string, headers ...string) history.Request {
		r := httptest.NewRequest(http.MethodPut, "http://127.0.0.1"+target, nil)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		return history.Describe("ann", s, always(o), r, []byte(body))
	}
	insert := describe(op.TableService, op.InsertEntity, "/account/t", `{"PartitionKey":"p","RowKey":"it's","N":1}`)
	if insert.Resource != "table /t(PartitionKey='p',RowKey='it''s')" || insert.Properties != nil {
		t.Errorf("%+v", insert)
	}
	merge := describe(op.TableService, op.MergeEntity, "/account/t(PartitionKey='p',RowKey='r')", `{"PartitionKey":"p","RowKey":"r","N":1,"M@odata.type":"Edm.Int64","M":"2","odata.etag":"x"}`)
	if !slices.Equal(merge.Properties, []string{"M", "N"}) {
		t.Errorf("%q", merge.Properties)
	}
	for want, r := range map[string]history.Request{
		"bytes=0-511":  describe(op.BlobService, op.PutPage, "/account/c/b?comp=page", "", "x-ms-range", "bytes=0-511"),
		"block one":    describe(op.BlobService, op.PutBlock, "/account/c/b?comp=block&blockid=b25l", ""),
		"block AAE=":   describe(op.BlobService, op.PutBlock, "/account/c/b?comp=block&blockid=AAE=", ""),
		"prefix seg-a": describe(op.BlobService, op.ListBlobs, "/account/c?comp=list&prefix=seg-a", ""),
	} {
		if r.Detail != want {
			t.Errorf("%q, want %q", r.Detail, want)
		}
	}
}

func TestRowsOfATransaction(t *testing.T) {
	t.Parallel()
	tables := reference.New(reference.Options{Account: "account"}).Operation
	part := func(method, path, header, body string) string {
		return "--changeset\r\nContent-Type: application/http\r\n\r\n" + method + " http://127.0.0.1:10002/account/tab" + path + " HTTP/1.1\r\n" + header + "\r\n" + body + "\r\n"
	}
	const row, body = "(PartitionKey='p',RowKey='r%20s')", `{"PartitionKey":"p","RowKey":"n","N":1}`
	batch := "--batch\r\nContent-Type: multipart/mixed; boundary=changeset\r\n\r\n" +
		part("POST", "", "Accept: application/json\r\n", body) +
		part("PUT", row, "If-Match: *\r\nContent-Length: 39\r\n", body) + part("PUT", row, "", body) +
		part("PATCH", row, "If-Match: W/\"x\"\r\n", body) + part("MERGE", row, "", body) +
		part("DELETE", row, "If-Match: *\r\n", "") + "--changeset--\r\n--batch--\r\n"
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:10002/account/$batch", nil)
	r.Header.Set("Content-Type", "multipart/mixed; boundary=batch")
	got := history.Describe("ann", op.TableService, tables, r, []byte(batch))
	const in = "table /tab(PartitionKey='p',RowKey='r s')"
	want := []history.Request{
		{Operation: op.InsertEntity, Resource: "table /tab(PartitionKey='p',RowKey='n')"}, {Operation: op.UpdateEntity, Resource: in, IfMatch: "*"},
		{Operation: op.InsertOrReplaceEntity, Resource: in}, {Operation: op.MergeEntity, Resource: in, IfMatch: `W/"x"`},
		{Operation: op.InsertOrMergeEntity, Resource: in}, {Operation: op.DeleteEntity, Resource: in, IfMatch: "*"},
	}
	if len(got.Rows) != len(want) {
		t.Fatalf("%+v", got.Rows)
	}
	for i, w := range want {
		g := got.Rows[i]
		if g.Client != "ann" || g.Operation != w.Operation || g.Resource != w.Resource || g.IfMatch != w.IfMatch || g.Digest != got.Rows[0].Digest != (i == 5) {
			t.Errorf("row %d: %+v, want %+v", i, g, w)
		}
	}
}

func FuzzRowsOfATransaction(f *testing.F) {
	tables := reference.New(reference.Options{Account: "account"}).Operation
	f.Add([]byte("--batch\r\nContent-Type: multipart/mixed; boundary=changes\r\n\r\n--changes\r\nContent-Type: application/http\r\n\r\n" +
		"PUT http://127.0.0.1:10002/account/tab(PartitionKey='p',RowKey='r') HTTP/1.1\r\n\r\n{}\r\n--changes--\r\n--batch--\r\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:10002/account/$batch", nil)
		r.Header.Set("Content-Type", "multipart/mixed; boundary=batch")
		d := history.Describe("ann", op.TableService, tables, r, body)
		for _, row := range d.Rows {
			if row.Client != "ann" || row.Operation == op.Unrecognized {
				t.Errorf("%+v", row)
			}
		}
	})
}

func TestOverlaps(t *testing.T) {
	t.Parallel()
	of := func(o op.Operation, written string, properties ...string) history.Request {
		return history.Request{Operation: o, Range: written, Properties: properties}
	}
	for _, tt := range []struct {
		a, b history.Request
		want bool
	}{
		{of(op.MergeEntity, "", "a"), of(op.MergeEntity, "", "b"), false},
		{of(op.MergeEntity, "", "a", "b"), of(op.InsertOrMergeEntity, "", "b", "c"), true},
		{of(op.MergeEntity, "", "a"), of(op.UpdateEntity, ""), true},
		{of(op.PutPage, "bytes=0-511"), of(op.PutPage, "bytes=512-1023"), false},
		{of(op.PutPage, "bytes=0-1023"), of(op.PutPage, "bytes=512-1023"), true},
		{of(op.PutPage, "bytes=0-511"), of(op.PutBlob, ""), true},
		{of(op.SetBlobTags, ""), of(op.SetBlobMetadata, ""), false},
		{of(op.SetBlobTags, ""), of(op.SetBlobTags, ""), true},
		{of(op.SetBlobMetadata, ""), of(op.DeleteBlob, ""), true},
	} {
		if tt.a.Overlaps(&tt.b) != tt.want || tt.b.Overlaps(&tt.a) != tt.want {
			t.Errorf("%+v and %+v: want %v", tt.a, tt.b, tt.want)
		}
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	list := `<?xml version="1.0"?><QueueMessagesList><QueueMessage><MessageId>m</MessageId><PopReceipt>r</PopReceipt></QueueMessage></QueueMessagesList>`
	if a := history.AnswerOf(200, http.Header{}, []byte(list)); len(a.Got) != 1 || a.Got[0] != "m" {
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
		{Request: ask("ann", op.LeaseBlobRenew), Answer: history.Answer{Status: 200}, Fate: history.Late, At: 15 * time.Second, Chosen: "the answer is late"},
		{Request: ask("ann", op.LeaseBlobRenew), Fate: history.Delivered, At: 15 * time.Second},
		{Request: ask("ann", op.PutBlob), Answer: history.Answer{Status: 412, Code: "ConditionNotMet"}, At: 15*time.Second + 300*time.Microsecond},
		{Request: ask("ann", op.DeleteBlob), Fate: history.Withdrawn, At: time.Minute},
	}
	// What nobody can read has a short name.
	const row, first, second = "table /t(PartitionKey='p',RowKey='r')", `W/"datetime'2000-01-01T00%3A00%3A00Z'"`, `W/"datetime'2000-01-01T00%3A00%3A01Z'"`
	const id = "5951a7f5-0000-4000-8000-000000000000"
	entity := func(o op.Operation, tag string) history.Request {
		return history.Request{Client: "ann", Operation: o, Resource: row, IfMatch: tag}
	}
	batch := history.Request{Client: "ann", Operation: op.EntityGroupTransaction, Resource: "table /$batch",
		Rows: []history.Request{entity(op.UpdateEntity, second), entity(op.DeleteEntity, "*")}}
	messages := history.Request{Client: "ann", Operation: op.GetMessages, Resource: "queue /q/messages"}
	page := history.Request{Client: "ann", Operation: op.PutPage, Resource: "blob /data/p", Detail: "bytes=0-511", Lease: id}
	lines = append(lines,
		history.Line{Request: entity(op.GetEntity, ""), Answer: history.Answer{Status: 200, ETag: first}},
		history.Line{Request: entity(op.UpdateEntity, first), Answer: history.Answer{Status: 204, ETag: second}, Fate: history.Lost, Chosen: "the answer is lost"},
		history.Line{Request: batch, Answer: history.Answer{Status: 202}},
		history.Line{Request: messages, Answer: history.Answer{Status: 200, Got: []string{id, "6"}}},
		history.Line{Request: messages, Answer: history.Answer{Status: 200}},
		history.Line{Request: ask("robert", op.LeaseBlobAcquire), Answer: history.Answer{Status: 201, LeaseID: id}},
		history.Line{Request: page, Answer: history.Answer{Status: 412, Code: "LeaseLost"}},
	)
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
