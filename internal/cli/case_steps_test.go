package cli

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/features"
	"ifmatch/internal/catalogue"
	"ifmatch/steps/plan"
)

// TestCasesAsData: what a case says is there as data, and words alone remain for rare sentences.
func TestCasesAsData(t *testing.T) {
	t.Parallel()
	suite, err := newApp(strings.NewReader(""), io.Discard, io.Discard, features.FS).suite()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(suite.Cases, func(c plan.Case) bool { return c.ID == "BLOB-LEASE-06/leased-a-for-60-seconds/proposed-id-b" })
	want := []catalogue.Step{
		{Keyword: "Given", Text: "a block blob that is Leased(A) for 60 seconds", SetUp: &catalogue.SetUp{Kind: "block blob", State: "is Leased(A) for 60 seconds"}},
		{Keyword: "When", Text: "Bob sends Lease Blob acquire with proposed id B", Client: "Bob",
			Requests: []catalogue.Request{{Operation: "Lease Blob acquire", On: "blob", Terms: []catalogue.Term{{Key: "proposed id", Words: "B"}}}}},
		{Keyword: "Then", Text: "Bob gets 409 LeaseAlreadyPresent", Client: "Bob", Answers: [][]catalogue.Expected{{{Status: 409, Code: "LeaseAlreadyPresent"}}}},
		{Keyword: "Then", Text: "the blob is unchanged", Effect: &catalogue.Effect{Of: "blob", Is: "unchanged"}},
		{Keyword: "Then", Text: "the lease is Leased(A) for 60 seconds", Effect: &catalogue.Effect{Of: "lease", Is: "Leased(A) for 60 seconds"}},
	}
	if d := cmp.Diff(want, catalogue.Steps(suite.Cases[i])); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	all, bare := 0, 0
	for _, c := range suite.Cases {
		for _, row := range catalogue.Steps(c) {
			all++
			if reflect.DeepEqual(row, catalogue.Step{Keyword: row.Keyword, Text: row.Text}) {
				bare++
			}
			if row.AtOnce && row.Clients == 0 && len(row.Requests) < 2 && strings.Contains(row.Text, " clients send ") {
				t.Errorf("%s: who sends? %+v", c.ID, row)
			}
		}
	}
	if bare*20 > all {
		t.Errorf("%d of %d sentences are words alone", bare, all)
	}
	t.Logf("%d of %d sentences are words alone", bare, all)
}

// TestTheSchemaNamesEveryField: docs/cases.schema.json has the fields of the rows, and no other. CI validates all cases by
// it, in the stage interop.
func TestTheSchemaNamesEveryField(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "cases.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]struct {
			Properties map[string]any
			Required   []string
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]any{"case": catalogue.Case{}, "step": catalogue.Step{}, "setUp": catalogue.SetUp{}, "request": catalogue.Request{}, "term": catalogue.Term{}, "answer": catalogue.Expected{}, "carries": catalogue.Carries{}, "effect": catalogue.Effect{}} {
		var fields, required []string
		for f := range reflect.TypeOf(row).NumField() {
			field, option, _ := strings.Cut(reflect.TypeOf(row).Field(f).Tag.Get("json"), ",")
			fields = append(fields, field)
			if option == "" {
				required = append(required, field)
			}
		}
		slices.Sort(fields)
		if d := cmp.Diff(fields, slices.Sorted(maps.Keys(schema.Defs[name].Properties))); d != "" {
			t.Errorf("%s: -fields +schema:\n%s", name, d)
		}
		if d := cmp.Diff(required, slices.Clip(append([]string(nil), schema.Defs[name].Required...))); d != "" {
			t.Errorf("%s: -always there +required:\n%s", name, d)
		}
		delete(schema.Defs, name)
	}
	for name := range schema.Defs {
		t.Errorf("the schema describes %s, which nothing is", name)
	}
}
