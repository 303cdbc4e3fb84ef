package steps

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
	"ifmatch/steps/ops"
)

// rows is a scenario with an entity of two versions, and Ann's first page of a
// query.
func rows(t *testing.T) (w *world, ann *actor, entity *thing) {
	t.Helper()
	w, ann, _ = stage(t)
	entity = &thing{label: "entity", res: ops.Resource{Kind: ops.Entity}, etags: []string{`W/"1"`, `W/"2"`}}
	w.things = map[string]*thing{"entity": entity, "b": {label: "b", res: ops.Resource{Kind: ops.Entity}, etags: []string{`W/"3"`}}}
	ann.seen = map[*thing]memory{entity: {etag: `W/"1"`}}
	h := http.Header{}
	h.Set("x-ms-continuation-NextPartitionKey", "p")
	h.Set("x-ms-continuation-NextRowKey", "r")
	query, _ := ops.Lookup("Query Entities")
	ann.last = &act{op: query, thing: entity, resp: ops.Response{Status: 200, Header: h}}
	return w, ann, entity
}

var tableCells = []requestCell{
	{"Update Entity", `properties "Size=3; Colour=blue; Old=null; Tag=the current ETag; Weak=the stale ETag"`, asked(func(r *ops.Request) {
		r.Entity = map[string]any{"Size": int64(3), "Colour": "blue", "Old": nil, "Tag": `W/"2"`, "Weak": `W/"1"`}
	})},
	{"Update Entity", "If-Match current", asked(func(r *ops.Request) { r.IfMatch = ptr(`W/"2"`) })},
	{"Update Entity", "If-Match remembered", asked(func(r *ops.Request) { r.IfMatch = ptr(`W/"1"`) })},
	{"Update Entity", "no If-Match", asked(func(r *ops.Request) { r.Drop = []string{"If-Match"} })},
	{"Merge Entity", "verb PATCH", asked(func(r *ops.Request) { r.Verb = "PATCH" })},
	{"Insert Entity", "prefer return-no-content, accept application/json", asked(func(r *ops.Request) {
		r.Header.Set("Prefer", "return-no-content")
		r.Header.Set("Accept", "application/json")
	})},
	{"Query Entities", `filter "Size gt 3", select "Size,Colour", top 2, metadata full`, asked(func(r *ops.Request) {
		r.Filter, r.Select, r.Top, r.MetadataLevel = "Size gt 3", "Size,Colour", ptr(int32(2)), "full"
	})},
	{"Query Entities", "page next", asked(func(r *ops.Request) { r.NextPartition, r.NextRow = "p", "r" })},
	{"Entity Group Transaction", `actions Update Entity "Size=3" If-Match current; Delete Entity b; 2 Insert Entity c | Insert Entity d in another partition`, asked(func(r *ops.Request) {
		usual := map[string]any{"Content": "of the transaction", "Size": 7}
		r.Actions = []ops.Action{
			{Operation: "Update Entity", Row: "entity", IfMatch: ptr(`W/"2"`), Entity: map[string]any{"Size": int64(3)}},
			{Operation: "Delete Entity", Row: "b"},
			{Operation: "Insert Entity", Row: "c000", Entity: usual},
			{Operation: "Insert Entity", Row: "c001", Entity: usual},
			{Operation: "Insert Entity", Row: "d", Partition: elsewhere, Apart: true, Entity: usual},
		}
	})},
	{"Entity Group Transaction", "actions Insert Entity c of 70 kilobytes", asked(func(r *ops.Request) {
		r.Actions = []ops.Action{{Operation: "Insert Entity", Row: "c", Entity: map[string]any{"Content": "of the transaction", "Size": 7,
			"Fill0": strings.Repeat("x", 32_000), "Fill1": strings.Repeat("x", 32_000), "Fill2": strings.Repeat("x", 6_000)}}}
	})},
}

func TestTableRequestCells(t *testing.T) {
	t.Parallel()
	for _, tt := range tableCells {
		w, ann, entity := rows(t)
		op, ok := ops.Lookup(tt.operation)
		if !ok {
			t.Fatalf("no operation %q", tt.operation)
		}
		got, err := w.request(ann, op, entity, tt.words)
		if err != nil {
			t.Errorf("%s with %s: %v", tt.operation, tt.words, err)
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s with %s -want +got:\n%s", tt.operation, tt.words, d)
		}
	}
}

func TestTableRequestCellsRefuse(t *testing.T) {
	t.Parallel()
	query, _ := ops.Lookup("Query Entities")
	for words, want := range map[string]string{
		"top some":                             `"some" is not a whole number`,
		"page last":                            `page "last": want the next one`,
		`properties "Size"`:                    "is not of the form name=value",
		`properties "Tag=the stalest ETag"`:    `read ETag "stalest"`,
		"actions nothing":                      `cannot read "nothing"`,
		"actions 0 Insert Entity":              "none of Insert Entity",
		"actions Update Entity z If-Match *":   "the scenario has no entity z",
		"actions Update Entity If-Match older": `read ETag "older"`,
	} {
		w, ann, entity := rows(t)
		checkRefusal(t, w, ann, query, entity, words, want, reports.Error)
	}
	w, ann, entity := rows(t)
	ann.last.resp.Header = http.Header{}
	checkRefusal(t, w, ann, query, entity, "page next", "names no next page", reports.Failed)
	ann.last = nil
	checkRefusal(t, w, ann, query, entity, "page next", "want the next one", reports.Error)
}

func TestAnotherEntityTagHasTheFormOfOne(t *testing.T) {
	t.Parallel()
	w, ann, entity := rows(t)
	op, _ := ops.Lookup("Update Entity")
	req, err := w.request(ann, op, entity, "If-Match other")
	if err != nil {
		t.Fatal(err)
	}
	if want := regexp.MustCompile(`^W/"datetime'1970-01-01T00%3A00%3A00\.\d{7}Z'"$`); !want.MatchString(*req.IfMatch) {
		t.Errorf("an other ETag is %s, want %s", *req.IfMatch, want)
	}
}
