package table_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"ifmatch/reference/fault"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// act is one request of a change set in the form used by tests: verb, keys or table, and headers.
type act struct {
	method, path, body string
	headers            []string
}

func insert(partition, row string, headers ...string) act {
	return act{"POST", "books", fmt.Sprintf(`{"PartitionKey":%q,"RowKey":%q,"N":1}`, partition, row), headers}
}

func update(method, partition, row string, headers ...string) act {
	return act{method, fmt.Sprintf("books(PartitionKey='%s',RowKey='%s')", partition, row), `{"N":2}`, headers}
}

// reply is one response of a batch.
type reply struct {
	status  int
	code    string
	message string // its first line
	header  http.Header
}

// changeSet returns a part of a batch that holds the acts.
func changeSet(acts ...act) string {
	var b strings.Builder
	b.WriteString("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n")
	for _, a := range acts {
		fmt.Fprintf(&b, "--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n%s %s/%s HTTP/1.1\r\nAccept: application/json\r\n", a.method, base, a.path)
		for i := 0; i < len(a.headers); i += 2 {
			fmt.Fprintf(&b, "%s: %s\r\n", a.headers[i], a.headers[i+1])
		}
		b.WriteString("\r\n" + a.body + "\r\n")
	}
	return b.String() + "--c--\r\n"
}

// batch sends change sets and returns the responses of all of them.
func (s *scene) batch(t testing.TB, sets ...string) (outer reply, inner []reply) {
	t.Helper()
	res, text := s.raw(t, "POST", "$batch", strings.Join(sets, "")+"--b--\r\n", "Content-Type", "-", "Content-Type", "multipart/mixed; boundary=b")
	outer = reply{status: res.StatusCode, code: codeOf(text), header: res.Header}
	if res.StatusCode != http.StatusAccepted {
		return outer, nil
	}
	return outer, replies(t, res.Header.Get("Content-Type"), []byte(text))
}

// replies reads the responses in the answer to a batch.
func replies(t testing.TB, contentType string, body []byte) (list []reply) {
	t.Helper()
	kind, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatal(err)
	}
	if kind == "application/http" {
		res, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(body)), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		var e struct {
			Error struct {
				Message struct{ Value string }
			} `json:"odata.error"`
		}
		_ = json.Unmarshal(text, &e)
		message, _, _ := strings.Cut(e.Error.Message.Value, "\n")
		return []reply{{res.StatusCode, codeOf(string(text)), message, res.Header}}
	}
	parts := multipart.NewReader(bytes.NewReader(body), parameters["boundary"])
	for {
		p, err := parts.NextRawPart()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(p)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, replies(t, p.Header.Get("Content-Type"), content)...)
	}
}

func TestTransactionOfEveryOperation(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	tags := map[string]string{}
	for _, row := range []string{"1", "2", "3", "4", "5"} {
		tags[row] = string(s.add(t, "a", row, "Old", 1))
	}
	outer, got := s.batch(t, changeSet(
		insert("a", "new"),
		insert("a", "quiet", "Prefer", "return-no-content"),
		update("PUT", "a", "1", "If-Match", tags["1"]),
		update("MERGE", "a", "2", "If-Match", "*"), // TABLE-BATCH-08
		update("PATCH", "a", "3"),                  // TABLE-BATCH-09
		update("PUT", "a", "absent"),
		act{"DELETE", "books(PartitionKey='a',RowKey='4')", "", []string{"If-Match", tags["4"]}},
		act{"POST", "books(PartitionKey='a',RowKey='5')", `{"N":2}`, []string{"X-HTTP-Method", "MERGE"}},
	))
	if outer.status != 202 || len(got) != 8 { // TABLE-BATCH-01
		t.Fatalf("answered %d with %d responses: %+v", outer.status, len(got), got)
	}
	for i, want := range []int{201, 204, 204, 204, 204, 204, 204, 204} {
		deleted := i == 6
		if got[i].status != want || (got[i].header.Get("ETag") == "") != deleted {
			t.Errorf("response %d is %d with ETag %q, want %d", i, got[i].status, got[i].header.Get("ETag"), want)
		}
	}
	if r, n := got[1].header.Get("Preference-Applied"), s.get(t, "a", "quiet"); r != "return-no-content" || n["odata.etag"] != got[1].header.Get("ETag") {
		t.Errorf("Preference-Applied %q, entity %v", r, n)
	}
	for row, want := range map[string]string{"new": "<nil> 1", "1": "<nil> 2", "2": "1 2", "3": "1 2", "4": "<nil> <nil>", "5": "1 2", "absent": "<nil> 2"} {
		e := s.get(t, "a", row)
		if shown := fmt.Sprint(e["Old"], " ", e["N"]); shown != want {
			t.Errorf("%s is %v, want Old and N %s", row, e, want)
		}
	}
}

// TestTransactionsThatFail expects one response, with the status, the code and the index of the failed request, and no
// change. // TABLE-BATCH-02 TABLE-BATCH-03 TABLE-BATCH-04 TABLE-BATCH-05 TABLE-BATCH-06
func TestTransactionsThatFail(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	stale := string(s.add(t, "a", "1", "N", 0))
	if _, err := s.table.UpsertEntity(t.Context(), entity(t, "a", "1", "N", 1), nil); err != nil {
		t.Fatal(err)
	}
	s.add(t, "a", "2", "N", 1)
	many := func(n int) (list []act) {
		for i := range n {
			list = append(list, insert("a", fmt.Sprint("many-", i)))
		}
		return list
	}
	remove := func(row string, headers ...string) act {
		return act{"DELETE", "books(PartitionKey='a',RowKey='" + row + "')", "", headers}
	}
	elsewhere := insert("a", "3")
	elsewhere.path = "others"
	nowhere := []act{{"POST", "nowhere", `{"PartitionKey":"a","RowKey":"1"}`, nil}}
	const unmet = "The update condition specified in the request was not satisfied."
	for _, c := range []struct {
		name          string
		acts          []act
		status        int
		code, message string
	}{
		{"stale in the middle", []act{insert("a", "3"), update("PUT", "a", "1", "If-Match", stale), insert("a", "4")}, 412, "UpdateConditionNotSatisfied", "1:" + unmet}, // TABLE-BATCH-07
		{"stale alone", []act{update("MERGE", "a", "1", "If-Match", stale)}, 412, "UpdateConditionNotSatisfied", unmet},
		{"insert that exists, last", []act{update("PUT", "a", "1"), insert("a", "3"), insert("a", "2")}, 409, "EntityAlreadyExists", "2:The specified entity already exists."}, // TABLE-BATCH-10
		{"delete that is missing", []act{remove("1", "If-Match", "*"), remove("3", "If-Match", "*")}, 404, "ResourceNotFound", "1:The resource does not exist."},               // TABLE-BATCH-11
		{"delete that is missing, alone", []act{remove("3", "If-Match", "*")}, 404, "ResourceNotFound", "The resource does not exist."},
		{"delete without If-Match", []act{insert("a", "3"), remove("1")}, 400, "InvalidInput", "1:This operation needs an If-Match header."},
		{"update of what an act before removed is a duplicate", []act{remove("1", "If-Match", "*"), insert("a", "1")}, 400, "InvalidDuplicateRow",
			"1:The batch contains several changes of one row key. An entity can appear only once in a batch."}, // TABLE-BATCH-12
		{"other partition", []act{insert("a", "3"), insert("b", "3")}, 400, "CommandsInBatchActOnDifferentPartitions",
			"1:All commands in a batch must operate on same entity group."}, // TABLE-BATCH-13
		{"other table", []act{insert("a", "3"), elsewhere}, 400, "CommandsInBatchActOnDifferentPartitions",
			"1:All commands in a batch must operate on same entity group."},
		{"the first of two failures", []act{insert("a", "3"), insert("a", "1"), insert("a", "2")}, 409, "EntityAlreadyExists", "1:The specified entity already exists."}, // TABLE-BATCH-17
		{"a failure before a wrong request", []act{insert("a", "1"), insert("b", "1")}, 409, "EntityAlreadyExists", "0:The specified entity already exists."},
		{"a wrong request before a failure", []act{insert("a", "3/4"), insert("a", "1")}, 400, "OutOfRangeInput", "0:The RowKey contains a character that keys must not contain."},
		{"101 operations", many(101), 400, "InvalidInput", "99:The batch request operation exceeds the maximum 100 changes per change set."}, // TABLE-BATCH-15
		{"a query among them", []act{insert("a", "3"), {"GET", book, "", nil}}, 400, "InvalidInput",
			"1:A change set can contain only operations that write entities, not Get Entity."}, // TABLE-BATCH-20
		{"a table among them", []act{insert("a", "3"), {"DELETE", "Tables('books')", "", nil}}, 400, "InvalidInput",
			"1:A change set can contain only operations that write entities, not Delete Table."},
		{"no table", nowhere, 404, "TableNotFound", "0:The table specified does not exist."}, // TABLE-BATCH-21
		{"malformed If-Match", []act{insert("a", "3"), update("PUT", "a", "1", "If-Match", "x")}, 400, "InvalidInput",
			"1:The etag value is not valid. Only one etag, or *, is allowed in If-Match."},
		{"no JSON", []act{insert("a", "3"), {"PUT", book, "{", nil}}, 400, "InvalidInput", "1:The body of the request is not a JSON object."},
		{"no verb of this server", []act{{"BREW", book, "", nil}}, 405, "MethodNotAllowed", "The resource does not support this HTTP verb."},
		{"a path that climbs", []act{{"PUT", "../other/books", "", nil}}, 400, "InvalidResourceName", "The name contains characters or has a length that is not permitted."},
		{"no request", nil, 400, "InvalidInput", "The change set is empty."},
	} {
		_, before := s.raw(t, "GET", "books()", "")
		outer, got := s.batch(t, changeSet(c.acts...))
		if outer.status != 202 || len(got) != 1 {
			t.Errorf("%s: answered %d with %d responses", c.name, outer.status, len(got))
			continue
		}
		h := got[0].header
		if got[0].status != c.status || got[0].code != c.code || got[0].message != c.message {
			t.Errorf("%s: %d %s %q, want %d %s %q", c.name, got[0].status, got[0].code, got[0].message, c.status, c.code, c.message)
		}
		if h.Get("ETag") != "" || h.Get("x-ms-error-code") != "" { // TABLE-BATCH-24
			t.Errorf("%s: headers %v", c.name, h)
		}
		if _, after := s.raw(t, "GET", "books()", ""); after != before {
			t.Errorf("%s: it left (-before +after)\n%s", c.name, cmp.Diff(before, after))
		}
	}
}

func TestBatchesThatAreBadAsAWhole(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	_, before := s.raw(t, "GET", "books()", "")
	query := "--b\r\nContent-Type: application/http\r\n\r\nGET " + base + "/" + "books() HTTP/1.1\r\n\r\n\r\n"
	for name, sets := range map[string][]string{
		"a query beside a change set": {changeSet(insert("a", "1")), query}, // TABLE-BATCH-20
		"two queries":                 {query, query},
		"nothing":                     {""},
		"no end":                      {changeSet(insert("a", "1"))[:150]},
	} {
		if outer, _ := s.batch(t, sets...); outer.status != 400 || outer.code != "InvalidInput" {
			t.Errorf("%s: answered %d %s, want 400 InvalidInput", name, outer.status, outer.code)
		}
	}
	big := insert("a", "1")
	big.body = strings.Repeat(" ", 5<<20) + big.body
	if outer, _ := s.batch(t, changeSet(big)); outer.status != 413 || outer.code != "RequestBodyTooLarge" { // TABLE-BATCH-16
		t.Errorf("5 MiB: answered %d %s", outer.status, outer.code)
	}
	if _, after := s.raw(t, "GET", "books()", ""); after != before {
		t.Errorf("they left %s", after)
	}
}

func TestSecondChangeSetIsRejected(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	_, got := s.batch(t, changeSet(insert("a", "1")), changeSet(insert("a", "2"))) // TABLE-BATCH-19
	if len(got) != 2 || got[0].status != 201 || got[1].status != 400 || s.get(t, "a", "1") == nil || s.get(t, "a", "2") != nil {
		t.Errorf("answered %+v", got)
	}
}

func TestQueryAloneInABatch(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	tag := string(s.add(t, "a", "b"))
	for line, want := range map[string]int{
		"GET " + base + "/" + book + " HTTP/1.1":    200,
		"GET /devstoreaccount1/books() HTTP/1.1":    200,
		"GET /devstoreaccount1/others() HTTP/1.1":   404,
		"GET /devstoreaccount1/Tables HTTP/1.1":     400,
		"DELETE " + base + "/" + book + " HTTP/1.1": 400,
	} {
		outer, got := s.batch(t, "--b\r\nContent-Type: application/http\r\n\r\n"+line+"\r\nAccept: application/json\r\n\r\n\r\n")
		if outer.status != 202 || len(got) != 1 || got[0].status != want {
			t.Errorf("%s: answered %d, %+v, want %d", line, outer.status, got, want)
		} else if strings.Contains(line, "RowKey") && want == 200 && got[0].header.Get("ETag") != tag {
			t.Errorf("%s: headers %v", line, got[0].header)
		}
	}
}

func TestErrorsInABatchInXML(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	a := update("PUT", "a", "b", "If-Match", "*")
	text := strings.Replace(changeSet(a), "Accept: application/json\r\n", "", 1)
	_, body := s.raw(t, "POST", "$batch", text+"--b--\r\n", "Content-Type", "-", "Content-Type", "multipart/mixed; boundary=b")
	if !strings.Contains(body, "<code>ResourceNotFound</code>") || strings.Contains(body, "odata.error") {
		t.Errorf("answered %s", body)
	}
}

// TestTransactionNeedsASignature sends a transaction signed with a wrong key. // TABLE-BATCH-22
func TestTransactionNeedsASignature(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	r, err := http.NewRequest("POST", base+"/$batch", strings.NewReader(changeSet(insert("a", "1"))+"--b--\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "multipart/mixed; boundary=b")
	sign(t, s.server, r)
	r.Header.Set("Authorization", r.Header.Get("Authorization")[:30]+"AAAA"+r.Header.Get("Authorization")[34:])
	res, err := s.server.RoundTripper().RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != 403 || s.get(t, "a", "1") != nil {
		t.Errorf("answered %d, the entity is %v", res.StatusCode, s.get(t, "a", "1"))
	}
}

// TestWhatIsNoTransactionStaysWhole: the fault that halves transactions leaves single operations alone.
func TestWhatIsNoTransactionStaysWhole(t *testing.T) {
	t.Parallel()
	f, err := fault.Parse("sporadic-half-transaction=1/1")
	if err != nil {
		t.Fatal(err)
	}
	s := newScene(t, f)
	s.add(t, "a", "b", "N", 1)
	if res, text := s.raw(t, "MERGE", book, `{"N":2}`, "If-Match", "*"); res.StatusCode != 204 || s.get(t, "a", "b")["N"] != 2.0 {
		t.Errorf("answered %d %s, the entity is %v", res.StatusCode, text, s.get(t, "a", "b"))
	}
}
