package cell

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseActions(t *testing.T) {
	t.Parallel()
	tests := map[string][]Action{
		"Insert Entity":                      {{Operation: "Insert Entity", Count: 1}},
		"101 Insert Entity":                  {{Operation: "Insert Entity", Count: 101}},
		"Insert Entity in another partition": {{Operation: "Insert Entity", Count: 1, Elsewhere: true}},
		`Update Entity b "Size=3; Colour=blue" If-Match stale; Delete Entity c`: {
			{Operation: "Update Entity", Count: 1, Row: "b", Properties: "Size=3; Colour=blue", IfMatch: "stale"},
			{Operation: "Delete Entity", Count: 1, Row: "c"}},
		"Insert Entity a; Merge Entity b | Get Entity c": {
			{Operation: "Insert Entity", Count: 1, Row: "a"}, {Operation: "Merge Entity", Count: 1, Row: "b"},
			{Operation: "Get Entity", Count: 1, Row: "c", Apart: true}},
		"12 Insert Or Replace Entity of 400 kilobytes": {{Operation: "Insert Or Replace Entity", Count: 12, Kilobytes: 400}},
	}
	for s, want := range tests {
		got, err := ParseActions(s)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("ParseActions(%q): err %v, -want +got:\n%s", s, err, d)
		}
	}
	for _, s := range []string{"", "insert Entity", "Insert Entity;", "Insert Entity A", "0 Insert Entity", "Insert Entity a b", "Update Entity If-Match"} {
		if got, err := ParseActions(s); err == nil {
			t.Errorf("ParseActions(%q) = %+v, want an error", s, got)
		}
	}
}

func TestParseProperties(t *testing.T) {
	t.Parallel()
	got, err := ParseProperties("Size=3; Colour=blue; Gone=null; Address=a b; Empty=")
	want := map[string]any{"Size": int64(3), "Colour": "blue", "Gone": nil, "Address": "a b", "Empty": ""}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("ParseProperties: err %v, -want +got:\n%s", err, d)
	}
	for _, s := range []string{"", "Size", "=3", "Size=3;", "Size=3; Size=4"} {
		if got, err := ParseProperties(s); err == nil {
			t.Errorf("ParseProperties(%q) = %v, want an error", s, got)
		}
	}
}

func TestParseInnerAnswers(t *testing.T) {
	t.Parallel()
	got, each, err := ParseInnerAnswers("201 | 204 with an ETag, 204 without ETag, 412 UpdateConditionNotSatisfied")
	want := []InnerAnswer{
		{Answer: Answer{[]Allowed{{Status: 201}, {Status: 204}}}, With: "ETag"},
		{Answer: Answer{[]Allowed{{Status: 204}}}, Without: "ETag"},
		{Answer: Answer{[]Allowed{{Status: 412, Code: "UpdateConditionNotSatisfied"}}}},
	}
	if d := cmp.Diff(want, got); err != nil || each || d != "" {
		t.Errorf("ParseInnerAnswers: err %v, each %v, -want +got:\n%s", err, each, d)
	}
	if got, each, err := ParseInnerAnswers("204 with ETag each"); err != nil || !each || len(got) != 1 || got[0].With != "ETag" {
		t.Errorf("ParseInnerAnswers of each: %+v, %v, %v", got, each, err)
	}
	for _, s := range []string{"", "204,", "204 with", "204 each, 204", "each", "204 with two words"} {
		if got, _, err := ParseInnerAnswers(s); err == nil {
			t.Errorf("ParseInnerAnswers(%q) = %+v, want an error", s, got)
		}
	}
}

func TestParseCarriedOfEntities(t *testing.T) {
	t.Parallel()
	got, err := ParseCarried(`a datetime ETag, a matching odata.etag, a later Timestamp, no next page, entities "a b", a JSON body, index 3, no odata.etag`)
	want := []Carried{
		{Subject: "ETag", Word: "datetime"}, {Subject: "odata.etag", Word: "matching"}, {Subject: "Timestamp", Word: "later"},
		{Subject: "next page", Word: "no"}, {Subject: "entities", Word: "value", Value: `"a b"`}, {Subject: "body", Word: "JSON"},
		{Subject: "index", Word: "value", Value: "3"}, {Subject: "odata.etag", Word: "no"},
	}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("ParseCarried: err %v, -want +got:\n%s", err, d)
	}
	for _, s := range []string{"a datetime Timestamp", "a matching ETag", "a later odata.etag", "a JSON ETag", "a new index"} {
		if got, err := ParseCarried(s); err == nil {
			t.Errorf("ParseCarried(%q) = %v, want an error", s, got)
		}
	}
}

func FuzzTransactions(f *testing.F) {
	for _, s := range []string{"Insert Entity a; 3 Delete Entity | Get Entity c", `Update Entity b "Size=3" If-Match stale`, "201 | 204 with ETag, 412 A each", "Size=3; Gone=null"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if list, err := ParseActions(s); err == nil {
			for _, a := range list {
				if a.Count < 1 || a.Operation == "" {
					t.Fatalf("actions %q give the odd %+v", s, a)
				}
			}
			if len(list) == 0 {
				t.Fatalf("actions %q are none", s)
			}
		}
		if m, err := ParseProperties(s); err == nil {
			for name, v := range m {
				switch v.(type) {
				case nil, int64, string:
				default:
					t.Fatalf("properties %q give %s the value %s", s, name, fmt.Sprintf("%#v", v))
				}
			}
		}
		if list, each, err := ParseInnerAnswers(s); err == nil && (len(list) == 0 || each && len(list) != 1) {
			t.Fatalf("inner answers %q are %+v, each %v", s, list, each)
		}
	})
}
