package table

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/words"
)

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
	a, b := entityBody("a", lateTag, late, `,"Size":3,"Colour@odata.type":"Edm.String"`), entityBody("b", lateTag, late, `,"Size":4`)
	bare := `{"PartitionKey":"partition","RowKey":"a","Timestamp":"` + late + `"}`
	tests := []struct {
		words, operation, etag, body string
		want                         string // what the verdict wants and got; empty: the statement holds
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
		{"the current odata.etag", "Query Entities", "", list(entityBody("a", earlyTag, late, ""), b), lateTag + "; " + earlyTag},
		{"the current odata.etag", "Query Entities", "", list(), "some entity; none"},

		{"a matching Timestamp", "Get Entity", lateTag, a, ""},
		{"a matching Timestamp", "Get Entity", earlyTag, a, "the instant of the ETag, 2026-01-02T03:04:05.1234567Z; " + late},
		{"a matching Timestamp", "Query Entities", "", list(a, b), ""},
		{"a matching Timestamp", "Get Entity", lateTag, entityBody("a", lateTag, "2026-01-02T03:04:05.20Z", ""), "the instant of the ETag, " + late + "; 2026-01-02T03:04:05.20Z"},
		{"a later Timestamp", "Get Entity", lateTag, a, ""},
		{"a later Timestamp", "Get Entity", lateTag, entityBody("a", lateTag, "2026-01-02T03:04:05.1234567Z", ""), "after 2026-01-02T03:04:05.1234567Z; 2026-01-02T03:04:05.1234567Z"},
		{"a later Timestamp", "Get Entity", lateTag, entityBody("a", lateTag, "noon", ""), "an instant; noon"},
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
		w, ann := stage(t)
		ac := answered(w, ann, tt.operation, tt.etag, tt.body)
		checkVerdict(t, fmt.Sprintf("the response carries %s of %s under %s", tt.words, tt.body, tt.etag), carries(t, w, ac, tt.words), tt.want)
	}
}

// transacted is a scenario whose last request was a transaction of two operations.
func transacted(t *testing.T, outer int, parts ...scenario.Response) *scenario.World {
	t.Helper()
	w, ann := stage(t)
	ac := answered(w, ann, "Entity Group Transaction", "", "")
	ac.Req = &Request{Actions: []Action{{Operation: "Insert Entity", Row: "c"}, {Operation: "Merge Entity", Row: "a"}}}
	ac.Resp = scenario.Response{Status: outer, Outer: outer, Parts: parts}
	return w
}

func TestAnswersOfATransaction(t *testing.T) {
	t.Parallel()
	header := func(name string) http.Header { return http.Header{name: {"x"}} }
	stamped, bare := scenario.Response{Status: 204, Header: header("Etag")}, scenario.Response{Status: 204, Header: http.Header{}}
	refused := scenario.Response{Status: 412, Code: "UpdateConditionNotSatisfied", Message: "3:No.", Header: http.Header{}}
	tests := []struct {
		words string
		outer int
		parts []scenario.Response
		want  string
	}{
		{"204, 204", 202, []scenario.Response{stamped, bare}, ""},
		{"201 | 204 with an ETag, 204 without ETag", 202, []scenario.Response{stamped, bare}, ""},
		{"204 with ETag, 204 with ETag", 202, []scenario.Response{stamped, bare}, "some ETag; none"},
		{"204, 204 without ETag", 202, []scenario.Response{bare, stamped}, "no ETag; x"},
		{"204 with ETag each", 202, []scenario.Response{stamped, stamped}, ""},
		{"204 each", 202, []scenario.Response{stamped}, "2; 1"},
		{"412 UpdateConditionNotSatisfied", 202, []scenario.Response{refused}, ""},
		{"412 UpdateConditionNotSatisfied", 202, []scenario.Response{stamped, refused}, "1; 2"},
		{"404 ResourceNotFound", 202, []scenario.Response{refused}, "404 ResourceNotFound; 412 UpdateConditionNotSatisfied"},
		{"412 UpdateConditionNotSatisfied", 412, nil, "202; 412 without an error code"},
	}
	for _, tt := range tests {
		w := transacted(t, tt.outer, tt.parts...)
		checkVerdict(t, fmt.Sprintf("the transaction answers %s of %v", tt.words, tt.parts), says(t, w, "the transaction answers "+tt.words), tt.want)
	}
	for words, want := range map[string]string{"index 3": "", "an index": "", "index 2": `value index 2; index "3"`, "no index": `no index ; index "3"`} {
		w := transacted(t, 202, refused)
		checkVerdict(t, words, carries(t, w, w.Last.Last, words), want)
	}
}

func TestAnswersOfATransactionNeedOne(t *testing.T) {
	t.Parallel()
	w, ann := stage(t)
	checkVerdict(t, "nothing was sent", says(t, w, "the transaction answers 204"), "error: read the scenario: a client has sent nothing yet")
	answered(w, ann, "Get Entity", "", "")
	checkVerdict(t, "something else was sent", says(t, w, "the transaction answers 204"), "error: read the scenario: the last request is not an Entity Group Transaction")
	if _, err := w.Language.Read("the transaction answers ok"); err == nil {
		t.Error("the operations of a transaction have no success in common")
	}
}

func TestWhichVersionWasReceived(t *testing.T) {
	t.Parallel()
	w, ann := stage(t)
	ac := answered(w, ann, "Get Entity", lateTag, entityBody("a", lateTag, late, `,"Size":3`))
	a := w.Resources.Get("a")
	version := func(etag string) *State {
		s := blank(a.Address.(Address))
		s.Exists, s.ETag, s.Properties = true, etag, map[string]string{"Size": "3"}
		return s
	}
	checkVerdict(t, "no version", received(w, ac, "old"), "error: read the scenario: the old version of the a is not known")
	checkVerdict(t, "no write", received(w, ac, "new"), "error: read the scenario: no client has written a new version of the a")
	a.Before = version(lateTag)
	checkVerdict(t, "the old version", received(w, ac, "old"), "")
	a.Act = &scenario.Act{Op: w.Language.Must("Merge Entity"), Resource: a, Req: &Request{Entity: map[string]any{"Colour": "blue"}}, Before: version(earlyTag),
		Resp: scenario.Response{Status: 204, Header: http.Header{"Etag": {lateTag}}}}
	checkVerdict(t, "the new version without what was merged", received(w, ac, "new"), `properties Colour "blue"; properties none`)
	ac.Resp.Body = []byte(entityBody("a", lateTag, late, `,"Size":3,"Colour":"blue"`))
	checkVerdict(t, "the new version", received(w, ac, "new"), "")
	ac.Resp.Status = 404
	checkVerdict(t, "no version at all", received(w, ac, "new"), "200; 404 without an error code")
}

func TestReadsWhileTransactionsMoveAValue(t *testing.T) {
	t.Parallel()
	w, ann := stage(t)
	read := func(body string, top *int32) *scenario.Act {
		ac := answered(w, ann, "Query Entities", "", `{"value":[`+body+`]}`)
		ac.Req.(*Request).Top = top
		return ac
	}
	a, b := entityBody("a", lateTag, late, `,"Number":60`), entityBody("b", lateTag, late, `,"Number":40`)
	for _, tt := range []struct {
		body string
		top  *int32
		want string
	}{
		{a + "," + b, nil, ""},
		{a + "," + entityBody("b", lateTag, late, `,"Number":41`), nil, "numbers that add up to 100; 101"},
		{a, nil, "a and b; 1 of them"},
		{a, new(int32(1)), ""}, // a page
		{a + "," + entityBody("b", lateTag, late, ""), nil, "a number; partition/b " + lateTag + " none"},
	} {
		checkVerdict(t, tt.body, sums(read(tt.body, tt.top), "a", "b", 100), tt.want)
	}
}

func TestReadsWhileAnEntityIsReplaced(t *testing.T) {
	t.Parallel()
	w, ann := stage(t)
	a, b := w.Resources.Get("a"), w.Resources.Get("b")
	made := b.Made.(*State)
	made.Exists, made.Properties = true, map[string]string{"Size": "5"}
	wrote := blank(a.Address.(Address))
	wrote.ETag, wrote.Properties = lateTag, map[string]string{"Size": "3"}
	shows := versions().Shows(w, a, []scenario.State{a.Made, wrote})
	for body, want := range map[string]string{
		entityBody("a", lateTag, late, `,"Size":3`):  "",
		entityBody("a", earlyTag, late, `,"Size":3`): "properties and ETag of one write; partition/a " + earlyTag + " Size=3",
		entityBody("a", lateTag, late, `,"Size":4`):  "properties and ETag of one write; partition/a " + lateTag + " Size=4",
		entityBody("b", lateTag, late, `,"Size":3`):  "properties and ETag of one write; partition/b " + lateTag + " Size=3",
		entityBody("b", lateTag, late, `,"Size":5`):  "",
		"no entity": `entities in JSON; "no entity"`,
	} {
		n, err := shows(answered(w, ann, "Get Entity", lateTag, body))
		if checkVerdict(t, body, err, want); err == nil && (n == 1) != strings.Contains(body, `"a"`) {
			t.Errorf("%s shows version %d", body, n)
		}
	}
}

func TestSubjectsRefuseOtherWords(t *testing.T) {
	t.Parallel()
	w, ann := stage(t)
	ac := answered(w, ann, "Get Entity", lateTag, entityBody("a", lateTag, late, ""))
	for _, c := range []words.Carried{{Subject: "odata.etag", Word: "new"}, {Subject: "Timestamp", Word: "new"}} {
		checkVerdict(t, c.Subject+" "+c.Word, judge.Carries(w, ac, []words.Carried{c}), "error: read the scenario: a "+c.Subject+" is not new")
	}
	var known []words.Subject
	for _, s := range subjects() {
		known = append(known, s.Subject)
	}
	for _, text := range []string{"a datetime Timestamp", "a matching ETag", "a later odata.etag", "a JSON ETag", "a new index", "index first", "a body"} {
		if got, err := words.ParseCarried(known, text); err == nil {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}
