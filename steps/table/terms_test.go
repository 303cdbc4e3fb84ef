package table

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/steps/account"
	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/scenario"
)

// requestCells are request cells and the requests that they ask for.
var requestCells = []struct {
	operation, words string
	want             func(r *Request)
}{
	{"Update Entity", "nothing", func(*Request) {}},
	{"Update Entity", `properties "Size=3; Colour=blue; Old=null; Tag=the current ETag; Weak=the stale ETag"`, func(r *Request) {
		r.Entity = map[string]any{"Size": int64(3), "Colour": "blue", "Old": nil, "Tag": lateTag, "Weak": earlyTag}
	}},
	{"Update Entity", "If-Match current", func(r *Request) { r.IfMatch = new(lateTag) }},
	{"Update Entity", "If-Match remembered", func(r *Request) { r.IfMatch = new(earlyTag) }},
	{"Update Entity", "If-Match weak garbage | stale", func(r *Request) { r.IfMatch = new(`W/"garbage",` + earlyTag) }},
	{"Update Entity", "no If-Match", func(r *Request) { r.Drop = []string{"If-Match"} }},
	{"Get Entity", "If-None-Match *, If-Modified-Since tomorrow, If-Unmodified-Since yesterday", func(r *Request) {
		r.IfNoneMatch, r.IfModifiedSince, r.IfUnmodifiedSince = new("*"), new("Sat, 03 Jan 2026 12:00:00 GMT"), new("Thu, 01 Jan 2026 12:00:00 GMT")
	}},
	{"Merge Entity", "verb PATCH, api version 2009-09-19", func(r *Request) {
		r.Verb = "PATCH"
		r.SetHeader("x-ms-version", "2009-09-19")
	}},
	{"Delete Entity", "method DELETE", func(r *Request) {
		r.Verb = "POST"
		r.SetHeader("X-HTTP-Method", "DELETE")
	}},
	{"Entity Group Transaction", "actions Merge Entity z If-Match *, encoding of .NET", func(r *Request) {
		r.ByHand = true
		r.Actions = []Action{{Operation: "Merge Entity", Row: "z", IfMatch: new("*"), Entity: map[string]any{"Content": "of the transaction", "Size": 7}}}
	}},
	{"Insert Entity", "prefer return-no-content, accept application/json", func(r *Request) {
		r.SetHeader("Prefer", "return-no-content")
		r.SetHeader("Accept", "application/json")
	}},
	{"Query Entities", `filter "Size gt 3", select "Size,Colour", top 2, metadata full`, func(r *Request) {
		r.Filter, r.Select, r.Top, r.MetadataLevel = "Size gt 3", "Size,Colour", new(int32(2)), "full"
	}},
	{"Delete Entity", "address upper-case", func(r *Request) { r.Spelling = "upper-case" }},
	{"Query Entities", "page next", func(r *Request) { r.NextPartition, r.NextRow = "p", "r" }},
	{"Set Table Service Properties", `service properties "cors=none"`, func(r *Request) { r.Settings = account.Settings{Elements: map[string]string{"cors": "none"}} }},
	{"Set Table ACL", `policy "readers"`, func(r *Request) {
		r.Policies = []scenario.Policy{{ID: "readers", Permission: "r", Start: rehearsal.Noon.Add(-time.Hour), Expiry: rehearsal.Noon.Add(time.Hour)}}
	}},
	{"Entity Group Transaction", `actions Update Entity "Size=3; Tag=the stale ETag" If-Match current; Delete Entity b; 2 Insert Entity c | Insert Entity d in another partition`, func(r *Request) {
		usual := map[string]any{"Content": "of the transaction", "Size": 7}
		r.Actions = []Action{
			{Operation: "Update Entity", Row: "entity", IfMatch: new(lateTag), Entity: map[string]any{"Size": int64(3), "Tag": earlyTag}},
			{Operation: "Delete Entity", Row: "b"},
			{Operation: "Insert Entity", Row: "c000", Entity: usual},
			{Operation: "Insert Entity", Row: "c001", Entity: usual},
			{Operation: "Insert Entity", Row: "d", Partition: elsewhere, OwnChangeSet: true, Entity: usual},
		}
	}},
	{"Entity Group Transaction", "actions Insert Entity c of 70 kilobytes", func(r *Request) {
		r.Actions = []Action{{Operation: "Insert Entity", Row: "c", Entity: map[string]any{"Content": "of the transaction", "Size": 7,
			"Fill0": strings.Repeat("x", 32_000), "Fill1": strings.Repeat("x", 32_000), "Fill2": strings.Repeat("x", 6_000)}}}
	}},
}

// paged makes the first page of a query Ann's last answer.
func paged(w *scenario.World, ann *scenario.Actor) {
	h := answered(w, ann, "Query Entities", "", "").Resp.Header
	h.Set("x-ms-continuation-NextPartitionKey", "p")
	h.Set("x-ms-continuation-NextRowKey", "r")
}

func TestRequestCells(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for _, tt := range requestCells {
		w, ann := stage(t)
		paged(w, ann)
		got, err := asked(w, ann, tt.operation, tt.words)
		if err != nil {
			t.Errorf("%s with %s: %v", tt.operation, tt.words, err)
			continue
		}
		want := &Request{}
		tt.want(want)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s with %s -want +got:\n%s", tt.operation, tt.words, d)
		}
		for _, term := range terms() {
			tried[term.Key] = tried[term.Key] || strings.Contains(", "+tt.words, ", "+term.Key+" ")
		}
	}
	for key, ok := range tried {
		if !ok {
			t.Errorf("no request cell above says %q", key)
		}
	}
}

// TestSentencesShareNothing: each of many clients may sign what it sends.
func TestSentencesShareNothing(t *testing.T) {
	t.Parallel()
	w, ann := stage(t)
	properties, err := parseProperties("Content=shared")
	if err != nil {
		t.Fatal(err)
	}
	sent, err := written(&scenario.Asking{World: w, Actor: ann}, nil, properties)
	if err != nil {
		t.Fatal(err)
	}
	sign(&Request{Entity: sent}, "signed", nil)
	if properties["Content"] != "shared" {
		t.Errorf("a signature reaches the sentence: %v", properties)
	}
}

func TestRequestCellsRefuse(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"top some":                                       `"some" is not a whole number`,
		"page last":                                      `page "last": want next`,
		"metadata much":                                  `metadata "much": want full or minimal or none`,
		`properties "Size"`:                              "is not of the form name=value",
		`properties "Tag=the stalest ETag"`:              `read ETag "stalest"`,
		"actions nothing":                                `cannot read "nothing"`,
		"actions 0 Insert Entity":                        "none of Insert Entity",
		"actions Update Entity z If-Match current":       "the scenario has no entity z",
		"actions Update Entity If-Match older":           `read ETag "older"`,
		`actions Insert Entity z "Tag=the current ETag"`: "no entity whose ETag could be in Tag",
		"no filter":                                      "has no default that could be left out",
	} {
		w, ann := stage(t)
		paged(w, ann)
		if _, err := asked(w, ann, "Query Entities", words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", words, err, want)
		}
	}
	w, ann := stage(t)
	paged(w, ann)
	ann.Last.Resp.Header = http.Header{}
	_, err := asked(w, ann, "Query Entities", "page next")
	checkVerdict(t, "no next page", err, "some x-ms-continuation-NextPartitionKey; none")
	ann.Last = nil
	_, err = asked(w, ann, "Query Entities", "page next")
	checkVerdict(t, "no page at all", err, `error: read the scenario: page "next": want the next one after what ann was answered`)
}

func TestAnotherEntityTagHasTheFormOfOne(t *testing.T) {
	t.Parallel()
	w, ann := stage(t)
	req, err := asked(w, ann, "Update Entity", "If-Match other")
	if err != nil {
		t.Fatal(err)
	}
	if want := regexp.MustCompile(`^W/"datetime'1970-01-01T00%3A00%3A00\.\d{7}Z'"$`); !want.MatchString(*req.IfMatch) {
		t.Errorf("an other ETag is %s, want %s", *req.IfMatch, want)
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
