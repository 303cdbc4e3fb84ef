package steps

import (
	"fmt"
	"net/http"
	"testing"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

const (
	earlyTag = `W/"datetime'2026-01-02T03%3A04%3A05.1234567Z'"`
	lateTag  = `W/"datetime'2026-01-02T03%3A04%3A05.2Z'"`
	late     = "2026-01-02T03:04:05.2Z"
)

// queried is a scenario with the entities a and b whose last request, Ann's, was
// answered with that ETag and body. She had read a at 3:04.
func queried(t *testing.T, operation, etag, body string) *world {
	t.Helper()
	w, ann, _ := stage(t)
	op, ok := ops.Lookup(operation)
	if !ok {
		t.Fatalf("no operation %q", operation)
	}
	table := &thing{label: "table", res: ops.Resource{Kind: ops.Table}}
	a := &thing{label: "a", res: ops.Resource{Kind: ops.Entity, Partition: "p", Row: "a"}, etags: []string{earlyTag, lateTag}}
	b := &thing{label: "b", res: ops.Resource{Kind: ops.Entity, Partition: "p", Row: "b"}, etags: []string{lateTag}}
	w.things = map[string]*thing{"table": table, "a": a, "b": b}
	about := a
	if op.Name == "Query Entities" {
		about = table
	}
	h := http.Header{}
	if etag != "" {
		h.Set("ETag", etag)
	}
	ann.last = &act{op: op, thing: about, memory: memory{lastModified: "2026-01-02T03:04:05.1234567Z"},
		resp: ops.Response{Status: op.Success, Header: h, Body: []byte(body)}}
	w.last, w.actors["ann"] = ann, ann
	w.time = newTimeline(w.session.Clock)
	return w
}

// entity writes an entity as minimal metadata has it.
func entity(row, etag, stamp, more string) string {
	return fmt.Sprintf(`{"odata.etag":%q,"PartitionKey":"p","RowKey":%q,"Timestamp":%q%s}`, etag, row, stamp, more)
}

func TestEntitiesInAnAnswer(t *testing.T) {
	t.Parallel()
	list := func(es ...string) string {
		text := ""
		for i, e := range es {
			if i > 0 {
				text += ","
			}
			text += e
		}
		return `{"value":[` + text + `]}`
	}
	a, b := entity("a", lateTag, late, `,"Size":3,"Colour@odata.type":"Edm.String"`), entity("b", lateTag, late, `,"Size":4`)
	bare := `{"PartitionKey":"p","RowKey":"a","Timestamp":"` + late + `"}`
	tests := []struct {
		words, operation, etag, body string
		want                         string // what the verdict wants and got; empty: it holds
	}{
		{"a datetime ETag", "Get Entity", lateTag, a, ""},
		{"a datetime ETag", "Get Entity", `"0x1"`, a, `an ETag of the form W/"datetime'2026-01-01T00%3A00%3A00.1234567Z'"; "0x1"`},
		{"a datetime ETag", "Get Entity", `W/"datetime'2026-01-02T03:04:05Z'"`, a, `an ETag of the form W/"datetime'2026-01-01T00%3A00%3A00.1234567Z'"; W/"datetime'2026-01-02T03:04:05Z'"`},
		{"a trimmed ETag", "Get Entity", lateTag, a, ""},
		{"a trimmed ETag", "Get Entity", `W/"datetime'2026-01-02T03%3A04%3A05.20Z'"`, a, `an ETag whose fraction of a second has up to seven digits and no zero at its end; W/"datetime'2026-01-02T03%3A04%3A05.20Z'"`},

		{"an odata.etag", "Get Entity", lateTag, a, ""},
		{"an odata.etag", "Get Entity", lateTag, bare, "some odata.etag; none"},
		{"no odata.etag", "Get Entity", lateTag, bare, ""},
		{"no odata.etag", "Get Entity", lateTag, a, "no odata.etag; " + lateTag},
		{"a matching odata.etag", "Get Entity", lateTag, a, ""},
		{"a matching odata.etag", "Get Entity", earlyTag, a, "the ETag of the header, " + earlyTag + "; " + lateTag},
		{"a matching odata.etag", "Get Entity", "", bare, "the ETag of the header, ; "},
		{"the current odata.etag", "Query Entities", "", list(a, b), ""},
		{"the current odata.etag", "Query Entities", "", list(entity("a", earlyTag, late, ""), b), lateTag + "; " + earlyTag},
		{"the current odata.etag", "Query Entities", "", list(), "some entity; none"},

		{"a matching Timestamp", "Get Entity", lateTag, a, ""},
		{"a matching Timestamp", "Get Entity", earlyTag, a, "the instant of the ETag, 2026-01-02T03:04:05.1234567Z; " + late},
		{"a matching Timestamp", "Query Entities", "", list(a, b), ""},
		{"a matching Timestamp", "Get Entity", lateTag, entity("a", lateTag, "2026-01-02T03:04:05.20Z", ""), "the instant of the ETag, " + late + "; 2026-01-02T03:04:05.20Z"},
		{"a later Timestamp", "Get Entity", lateTag, a, ""},
		{"a later Timestamp", "Get Entity", lateTag, entity("a", lateTag, "2026-01-02T03:04:05.1234567Z", ""), "after 2026-01-02T03:04:05.1234567Z; 2026-01-02T03:04:05.1234567Z"},
		{"a later Timestamp", "Get Entity", lateTag, entity("a", lateTag, "noon", ""), "an instant; noon"},
		{"the same Timestamp", "Get Entity", lateTag, a, "2026-01-02T03:04:05.1234567Z; " + late},

		{`entities "a b"`, "Query Entities", "", list(a, b), ""},
		{`entities "b a"`, "Query Entities", "", list(a, b), `"b a"; "a b"`},
		{`no entities`, "Query Entities", "", list(), ""},
		{`no entities`, "Query Entities", "", list(a), `""; "a"`},
		{`properties "Size"`, "Query Entities", "", list(a, b), ""},
		{`properties "Size Colour"`, "Get Entity", lateTag, a, "Colour Size; Size"},
		{`properties "Size"`, "Get Entity", lateTag, "<entry/>", `entities in JSON; "<entry/>"`},

		{"a JSON body", "Get Entity", "", `{"odata.error":{"code":"A","message":{"lang":"en-US","value":"b"}}}`, ""},
		{"a JSON body", "Get Entity", "", `{"odata.error":{"code":"A","message":{"value":"b"}}}`, `a JSON odata.error with code, and a message with its language; "{\"odata.error\":{\"code\":\"A\",\"message\":{\"value\":\"b\"}}}"`},
		{"an XML body", "Get Entity", "", `<error xmlns="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><code>A</code><message xml:lang="en-US">b</message></error>`, ""},
		{"an XML body", "Get Entity", "", `<Error><Code>A</Code></Error>`, `an XML error element with code and message; "<Error><Code>A</Code></Error>"`},
	}
	for _, tt := range tests {
		w := queried(t, tt.operation, tt.etag, tt.body)
		checkVerdict(t, fmt.Sprintf("the response carries %s of %s under %s", tt.words, tt.body, tt.etag), w.responseCarries(t.Context(), tt.words), tt.want)
	}
}

// transacted is a scenario whose last request was a transaction of two operations.
func transacted(t *testing.T, outer int, parts ...ops.Part) *world {
	t.Helper()
	w := queried(t, "Query Entities", "", "")
	op, _ := ops.Lookup("Entity Group Transaction")
	ac := w.last.last
	ac.op, ac.req.Actions = op, []ops.Action{{Operation: "Insert Entity", Row: "c"}, {Operation: "Merge Entity", Row: "a"}}
	ac.resp = ops.Response{Status: outer, Outer: outer, Parts: parts}
	return w
}

func TestAnswersOfATransaction(t *testing.T) {
	t.Parallel()
	header := func(name string) http.Header { return http.Header{name: {"x"}} }
	stamped, bare := ops.Part{Status: 204, Header: header("Etag")}, ops.Part{Status: 204, Header: http.Header{}}
	refused := ops.Part{Status: 412, Code: "UpdateConditionNotSatisfied", Message: "3:No.", Header: http.Header{}}
	tests := []struct {
		words string
		outer int
		parts []ops.Part
		want  string
	}{
		{"204, 204", 202, []ops.Part{stamped, bare}, ""},
		{"201 | 204 with an ETag, 204 without ETag", 202, []ops.Part{stamped, bare}, ""},
		{"204 with ETag, 204 with ETag", 202, []ops.Part{stamped, bare}, "some ETag; none"},
		{"204, 204 without ETag", 202, []ops.Part{bare, stamped}, "no ETag; x"},
		{"204 with ETag each", 202, []ops.Part{stamped, stamped}, ""},
		{"204 each", 202, []ops.Part{stamped}, "2; 1"},
		{"412 UpdateConditionNotSatisfied", 202, []ops.Part{refused}, ""},
		{"412 UpdateConditionNotSatisfied", 202, []ops.Part{stamped, refused}, "1; 2"},
		{"404 ResourceNotFound", 202, []ops.Part{refused}, "404 ResourceNotFound; 412 UpdateConditionNotSatisfied"},
		{"412 UpdateConditionNotSatisfied", 412, nil, "202; 412 without an error code"},
	}
	for _, tt := range tests {
		w := transacted(t, tt.outer, tt.parts...)
		checkVerdict(t, fmt.Sprintf("the transaction answers %s of %v", tt.words, tt.parts), w.transactionAnswers(t.Context(), tt.words), tt.want)
	}
	for words, want := range map[string]string{"index 3": "", "an index": "", "index 2": `value index 2; index "3"`, "no index": `no index ; index "3"`} {
		checkVerdict(t, words, transacted(t, 202, refused).responseCarries(t.Context(), words), want)
	}
}

func TestWhichVersionWasReceived(t *testing.T) {
	t.Parallel()
	w := queried(t, "Get Entity", lateTag, entity("a", lateTag, late, `,"Size":3`))
	a := w.things["a"]
	a.before = &ops.State{Resource: a.res, Exists: true, ETag: lateTag, Properties: map[string]string{"Size": "3"}}
	checkVerdict(t, "the old version", w.hasReceived(t.Context(), "Ann", "old"), "")
	merge, _ := ops.Lookup("Merge Entity")
	a.act = &act{op: merge, thing: a, req: ops.Request{Entity: map[string]any{"Colour": "blue"}},
		before: &ops.State{Resource: a.res, Exists: true, ETag: earlyTag, Properties: map[string]string{"Size": "3"}},
		resp:   ops.Response{Status: 204, Header: http.Header{"Etag": {lateTag}}}}
	checkVerdict(t, "the new version without what was merged", w.hasReceived(t.Context(), "Ann", "new"), `properties Colour "blue"; properties none`)
	w.last.last.resp.Body = []byte(entity("a", lateTag, late, `,"Size":3,"Colour":"blue"`))
	checkVerdict(t, "the new version", w.hasReceived(t.Context(), "Ann", "new"), "")
}

func TestReadsWhileTransactionsMoveAValue(t *testing.T) {
	t.Parallel()
	read := func(body string, top *int32) *act {
		op, _ := ops.Lookup("Query Entities")
		return &act{op: op, req: ops.Request{Top: top}, resp: ops.Response{Status: 200, Body: []byte(`{"value":[` + body + `]}`)}}
	}
	a, b := entity("a", lateTag, late, `,"Number":60`), entity("b", lateTag, late, `,"Number":40`)
	for _, tt := range []struct {
		body string
		top  *int32
		want string
	}{
		{a + "," + b, nil, ""},
		{a + "," + entity("b", lateTag, late, `,"Number":41`), nil, "numbers that add up to 100; 101"},
		{a, nil, "a and b; 1 of them"},
		{a, ptr(int32(1)), ""}, // a page
		{a + "," + entity("b", lateTag, late, ""), nil, "a number; p/b " + lateTag + " none"},
	} {
		checkVerdict(t, tt.body, sums(read(tt.body, tt.top), "a", "b", 100), tt.want)
	}
}

func TestReadsWhileAnEntityIsReplaced(t *testing.T) {
	t.Parallel()
	w := queried(t, "Get Entity", lateTag, "")
	a := w.things["a"]
	written := ops.State{Resource: a.res, Properties: map[string]string{"Size": "3"}}
	versions := map[string]bool{written.Row(lateTag).String(): true}
	for body, want := range map[string]string{
		entity("a", lateTag, late, `,"Size":3`):  "",
		entity("a", earlyTag, late, `,"Size":3`): "properties and ETag of one write; p/a " + earlyTag + " Size=3",
		entity("a", lateTag, late, `,"Size":4`):  "properties and ETag of one write; p/a " + lateTag + " Size=4",
		entity("b", lateTag, late, `,"Size":3`):  "properties and ETag of one write; p/b " + lateTag + " Size=3",
		"no entity":                              `entities in JSON; "no entity"`,
	} {
		ac := &act{op: w.last.last.op, resp: ops.Response{Status: 200, Body: []byte(body)}}
		checkVerdict(t, body, wholeVersion(ac, a, versions, nil), want)
	}
}

func TestCellsOfEntitiesAreRefused(t *testing.T) {
	t.Parallel()
	w := queried(t, "Get Entity", lateTag, entity("a", lateTag, late, ""))
	for _, c := range []cell.Carried{{Subject: "odata.etag", Word: "new"}, {Subject: "Timestamp", Word: "new"}} {
		checkVerdict(t, c.Subject+" "+c.Word, w.carries(w.last.last, c), fmt.Sprintf("error: read the scenario: a%s %s is not new", map[bool]string{true: "n"}[c.Subject == "odata.etag"], c.Subject))
	}
}

func TestTableNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"ifmatch-5f0c2a11-0123456789ab": "ifmatchX5f0c2a11X0123456789ab",
		"7-5f0c2a11-0123456789ab":       "T7X5f0c2a11X0123456789ab",
		"ifmatch":                       "ifmatch",
	} {
		if got := tableName(name); got != want {
			t.Errorf("tableName(%q) = %q, want %q", name, got, want)
		}
	}
}
