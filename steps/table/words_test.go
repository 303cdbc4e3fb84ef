package table

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/steps/words"
)

func TestParseActions(t *testing.T) {
	t.Parallel()
	plain := func(operation, row string) wanted {
		return wanted{Action: Action{Operation: operation, Row: row}, Count: 1}
	}
	many, apart, changed, later, large := plain("Insert Entity", "entity"), plain("Insert Entity", "entity"), plain("Update Entity", "b"), plain("Get Entity", "c"), plain("Insert Or Replace Entity", "entity")
	many.Count, apart.Partition, later.OwnChangeSet, large.Count, large.Kilobytes = 101, elsewhere, true, 12, 400
	changed.Properties, changed.ETags = map[string]any{"Size": int64(3), "Colour": "blue"}, []words.ETag{{Word: "stale"}}
	tests := map[string][]wanted{
		"Insert Entity":                      {plain("Insert Entity", "entity")},
		"101 Insert Entity":                  {many},
		"Insert Entity in another partition": {apart},
		`Update Entity b "Size=3; Colour=blue" If-Match stale; Delete Entity c`: {changed, plain("Delete Entity", "c")},
		"Insert Entity a; Merge Entity b | Get Entity c":                        {plain("Insert Entity", "a"), plain("Merge Entity", "b"), later},
		"12 Insert Or Replace Entity of 400 kilobytes":                          {large},
	}
	for s, want := range tests {
		got, err := parseActions(s)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("parseActions(%q): err %v, -want +got:\n%s", s, err, d)
		}
	}
	for _, s := range []string{"", "insert Entity", "Insert Entity;", "Insert Entity A", "0 Insert Entity", "Insert Entity a b", "Update Entity If-Match", "Update Entity If-Match older", `Update Entity "Size"`} {
		if got, err := parseActions(s); err == nil {
			t.Errorf("parseActions(%q) = %+v, want an error", s, got)
		}
	}
}

func TestParseProperties(t *testing.T) {
	t.Parallel()
	got, err := parseProperties("Size=3; Colour=blue; Gone=null; Address=a b; Empty=")
	want := map[string]any{"Size": int64(3), "Colour": "blue", "Gone": nil, "Address": "a b", "Empty": ""}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("parseProperties: err %v, -want +got:\n%s", err, d)
	}
	for _, s := range []string{"", "Size", "=3", "Size=3;", "Size=3; Size=4", "Tag=the stalest ETag"} {
		if got, err := parseProperties(s); err == nil {
			t.Errorf("parseProperties(%q) = %v, want an error", s, got)
		}
	}
}

func TestParseInner(t *testing.T) {
	t.Parallel()
	got, err := parseInner("201 | 204 with an ETag, 204 without ETag, 412 UpdateConditionNotSatisfied")
	want := []inner{
		{Answer: words.Answer{Allowed: []words.Allowed{{Status: 201}, {Status: 204}}}, With: "ETag"},
		{Answer: words.Answer{Allowed: []words.Allowed{{Status: 204}}}, Without: "ETag"},
		{Answer: words.Answer{Allowed: []words.Allowed{{Status: 412, Code: "UpdateConditionNotSatisfied"}}}},
	}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("parseInner: err %v, -want +got:\n%s", err, d)
	}
	if got, err := parseInner("204 with ETag each"); err != nil || len(got) != 1 || !got[0].Each || got[0].With != "ETag" {
		t.Errorf("parseInner of each: %+v, %v", got, err)
	}
	got, err = parseInner("2 times 204 with ETag, 12 times 201, 204")
	if err != nil || len(got) != 15 || got[1].With != "ETag" || got[13].Allowed[0].Status != 201 || got[14].With != "" {
		t.Errorf("parseInner of several times: %+v, %v", got, err)
	}
	for _, s := range []string{"", "204,", "204 with", "204 each, 204", "1 times 204", "0 times 204", "100 times 204", "2 times 204 each", "each", "204 with two words", "ok"} {
		if got, err := parseInner(s); err == nil {
			t.Errorf("parseInner(%q) = %+v, want an error", s, got)
		}
	}
}

func FuzzTransactions(f *testing.F) {
	for _, s := range []string{"Insert Entity a; 3 Delete Entity | Get Entity c", `Update Entity b "Size=3" If-Match stale`, "201 | 204 with ETag, 412 A each", "3 times 204 without ETag", "Size=3; Gone=null"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if list, err := parseActions(s); err == nil {
			for _, a := range list {
				if a.Count < 1 || a.Operation == "" {
					t.Fatalf("actions %q give the odd %+v", s, a)
				}
			}
			if len(list) == 0 {
				t.Fatalf("actions %q are none", s)
			}
		}
		if m, err := parseProperties(s); err == nil {
			for name, v := range m {
				switch v.(type) {
				case nil, int64, string, []words.ETag:
				default:
					t.Fatalf("properties %q give %s the value %s", s, name, fmt.Sprintf("%#v", v))
				}
			}
		}
		if a, err := parseInner(s); err == nil && (len(a) == 0 || a[0].Each && len(a) != 1) {
			t.Fatalf("inner answers %q are %+v", s, a)
		}
	})
}
