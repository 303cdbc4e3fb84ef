package changeset_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"ifmatch/reference/changeset"
)

const kind = "multipart/mixed; boundary=batch_1"

// crlf gives lines the ends that they have on the wire.
func crlf(s string) []byte { return []byte(strings.ReplaceAll(s, "\n", "\r\n")) }

// goBatch is what aztables sends: absolute URIs, headers without a length, and nothing around the body.
const goBatch = `--batch_1
Content-Type: multipart/mixed; boundary=changeset_2

--changeset_2
Content-Transfer-Encoding: binary
Content-Type: application/http

POST http://127.0.0.1:10002/devstoreaccount1/books?%24format=application%2Fjson%3Bodata%3Dminimalmetadata HTTP/1.1
Accept: application/json;odata=minimalmetadata
Content-Type: application/json
Dataserviceversion: 3.0
Prefer: return-no-content

{"PartitionKey":"a","RowKey":"1"}
--changeset_2
Content-Transfer-Encoding: binary
Content-Type: application/http

DELETE http://127.0.0.1:10002/devstoreaccount1/books(PartitionKey='a',RowKey='2') HTTP/1.1
If-Match: *


--changeset_2--

--batch_1--
`

// jsBatch is what @azure/data-tables sends: some additional empty lines, and header names in lower case.
const jsBatch = `--batch_1
Content-Type: multipart/mixed; boundary=changeset_2


--changeset_2
Content-Type: application/http
Content-Transfer-Encoding: binary

PATCH http://127.0.0.1:10002/devstoreaccount1/books(PartitionKey='a',RowKey='1') HTTP/1.1
accept: application/json
if-match: W/"datetime'2026-03-04T05%3A06%3A07Z'"


{"PartitionKey":"a","RowKey":"1"}
--changeset_2--
--batch_1--
`

func TestParse(t *testing.T) {
	t.Parallel()
	const books = "http://127.0.0.1:10002/devstoreaccount1/books"
	insert := changeset.Request{Method: "POST", URI: books + "?%24format=application%2Fjson%3Bodata%3Dminimalmetadata",
		Header: http.Header{"Accept": {"application/json;odata=minimalmetadata"}, "Content-Type": {"application/json"},
			"Dataserviceversion": {"3.0"}, "Prefer": {"return-no-content"}},
		Body: []byte(`{"PartitionKey":"a","RowKey":"1"}`)}
	remove := changeset.Request{Method: "DELETE", URI: books + "(PartitionKey='a',RowKey='2')", Header: http.Header{"If-Match": {"*"}}, Body: []byte{}}
	merge := changeset.Request{Method: "PATCH", URI: books + "(PartitionKey='a',RowKey='1')",
		Header: http.Header{"Accept": {"application/json"}, "If-Match": {`W/"datetime'2026-03-04T05%3A06%3A07Z'"`}},
		Body:   []byte("\r\n" + `{"PartitionKey":"a","RowKey":"1"}`)}
	query := changeset.Request{Method: "GET", URI: "/devstoreaccount1/books()?$filter=N eq 1", Header: http.Header{}, ID: "7"}
	for _, c := range []struct {
		name string
		kind string
		body []byte
		want []changeset.Part
	}{
		{"Go", kind, crlf(goBatch), []changeset.Part{{Changes: []changeset.Request{insert, remove}}}},
		{"JavaScript", kind, crlf(jsBatch), []changeset.Part{{Changes: []changeset.Request{merge}}}},
		{"bare line feeds", kind, []byte(goBatch), []changeset.Part{{Changes: []changeset.Request{insert, remove}}}},
		{"boundary in quotes, text before and behind", `Multipart/Mixed; boundary="batch_1"`, crlf("hello\n" + goBatch + "bye"),
			[]changeset.Part{{Changes: []changeset.Request{insert, remove}}}},
		{"a query alone", kind, crlf("--batch_1\nContent-Type: application/http\nContent-ID: 7\n\nGET /devstoreaccount1/books()?$filter=N eq 1 HTTP/1.1\n\n--batch_1--"),
			[]changeset.Part{{Alone: &query}}},
		{"an empty change set", kind, crlf("--batch_1\nContent-Type: multipart/mixed; boundary=c\n\n--c--\n--batch_1--"),
			[]changeset.Part{{Changes: []changeset.Request{}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := changeset.Parse(c.kind, c.body)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(c.want, got) {
				t.Errorf("parsed: want %+v, got %+v", c.want, got)
			}
		})
	}
}

func TestWhatIsNoBatch(t *testing.T) {
	t.Parallel()
	part := func(head, request string) []byte {
		return crlf("--batch_1\nContent-Type: multipart/mixed; boundary=c\n\n--c\n" + head + "\n\n" + request + "\n--c--\n--batch_1--\n")
	}
	for _, c := range []struct {
		name, kind string
		body       []byte
	}{
		{"no type", "", crlf(goBatch)},
		{"another type", "application/json", crlf(goBatch)},
		{"no boundary", "multipart/mixed", crlf(goBatch)},
		{"another boundary", "multipart/mixed; boundary=x", crlf(goBatch)},
		{"no body", kind, nil},
		{"no end", kind, crlf(goBatch[:len(goBatch)/2])},
		{"no boundary inside", kind, crlf(strings.Replace(goBatch, "; boundary=changeset_2", "", 1))},
		{"another boundary inside", kind, crlf(strings.Replace(goBatch, "boundary=changeset_2", "boundary=x", 1))},
		{"a part of another type", kind, part("Content-Type: text/plain", "GET / HTTP/1.1\n")},
		{"a part without a type", kind, part("X: y", "GET / HTTP/1.1\n")},
		{"no request", kind, part("Content-Type: application/http", "")},
		{"no URI", kind, part("Content-Type: application/http", "GET HTTP/1.1\n")},
		{"no protocol", kind, part("Content-Type: application/http", "GET /\n")},
		{"no header", kind, part("Content-Type: application/http", "GET / HTTP/1.1\nIf-Match\n")},
		{"a header with a space in its name", kind, part("Content-Type: application/http", "GET / HTTP/1.1\nIf Match: *\n")},
	} {
		if got, err := changeset.Parse(c.kind, c.body); !errors.Is(err, changeset.ErrMalformed) {
			t.Errorf("%s: %v, %v, want ErrMalformed", c.name, got, err)
		}
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	want := []changeset.Response{
		{Status: 204, Header: http.Header{"Etag": {`W/"x"`}, "Cache-Control": {"no-cache"}, "Dataserviceversion": {"3.0;"}, "X-Ms-Error-Code": {"BlobNotFound"}}, ID: "1"},
		{Status: 409, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"odata.error":{}}`)},
	}
	outer, body := changeset.Write([]changeset.Answer{{Changes: want}, {Alone: &want[1]}})
	for _, line := range []string{`ETag: W/"x"`, "DataServiceVersion: 3.0;", "x-ms-error-code: BlobNotFound", "Cache-Control: no-cache"} {
		if !bytes.Contains(body, []byte("\r\n"+line+"\r\n")) {
			t.Errorf("clients that look for the bytes of %q miss them:\n%s", line, body)
		}
	}
	if !bytes.HasPrefix(body, []byte("--batchresponse_")) || !bytes.Contains(body, []byte("\r\n--changesetresponse_")) {
		t.Errorf("clients look for these boundaries:\n%s", body)
	}
	parts := each(t, outer, body)
	if len(parts) != 2 {
		t.Fatalf("%d parts, want 2", len(parts))
	}
	inner := each(t, parts[0].kind, parts[0].body)
	if len(inner) != 2 {
		t.Fatalf("%d responses in the change set, want 2", len(inner))
	}
	for i, p := range append(inner, parts[1]) {
		w := want[min(i, 1)]
		res, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(p.body)), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(res.Body)
		if res.StatusCode != w.Status || strings.TrimSpace(string(text)) != string(w.Body) || p.kind != "application/http" || p.id != w.ID {
			t.Errorf("response %d is %d %s in a part of %s %q", i, res.StatusCode, text, p.kind, p.id)
		}
		if !reflect.DeepEqual(w.Header, res.Header) {
			t.Errorf("headers of response %d: want %+v, got %+v", i, w.Header, res.Header)
		}
		res.Body.Close()
	}
}

type piece struct {
	kind, id string
	body     []byte
}

// each reads a multipart body as clients do.
func each(t testing.TB, contentType string, body []byte) (pieces []piece) {
	t.Helper()
	_, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatal(err)
	}
	r := multipart.NewReader(bytes.NewReader(body), parameters["boundary"])
	for {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return pieces
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(p)
		if err != nil {
			t.Fatal(err)
		}
		pieces = append(pieces, piece{p.Header.Get("Content-Type"), p.Header.Get("Content-Id"), content})
	}
}

// FuzzParse checks that every body is a batch or is malformed, and that every batch has requests that can be answered.
func FuzzParse(f *testing.F) {
	f.Add(kind, crlf(goBatch))
	f.Add(kind, crlf(jsBatch))
	f.Add(kind, []byte(goBatch))
	f.Add(`multipart/mixed; boundary="batch_1"`, crlf("--batch_1\nContent-Type: application/http\n\nGET / HTTP/1.1\n\n--batch_1--"))
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		parts, err := changeset.Parse(contentType, body)
		if err != nil {
			if !errors.Is(err, changeset.ErrMalformed) {
				t.Errorf("%v is not ErrMalformed", err)
			}
			return
		}
		for _, p := range parts {
			all := p.Changes
			if p.Alone != nil {
				all = append(all, *p.Alone)
			}
			for _, r := range all {
				if r.Method == "" || r.URI == "" || r.Header == nil {
					t.Errorf("a request without verb, URI or headers: %+v", r)
				}
				for name := range r.Header {
					if strings.ContainsAny(name, " \r\n") {
						t.Errorf("a header named %q", name)
					}
				}
				if strings.ContainsAny(r.ID, "\r\n") {
					t.Errorf("an id that would break the answer: %q", r.ID)
				}
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	body := crlf(goBatch)
	for b.Loop() {
		if _, err := changeset.Parse(kind, body); err != nil {
			b.Fatal(err)
		}
	}
}
