package words

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// subjects are those of an invented service: some have words of their own, one has only
// words, one checks its values.
var subjects = []Subject{
	{Name: "ETag", Words: []string{"new", "same", "datetime"}}, {Name: "Last-Modified", Words: []string{"new", "later"}},
	{Name: "odata.etag", Words: []string{"new", "matching"}}, {Name: "Timestamp", Words: []string{"later", "matching"}},
	{Name: "lease"}, {Name: "lease id"}, {Name: "lease time", Check: func(v string) error {
		if v != "0" && v != "(0)" && v != "min(n, remaining)" {
			return fmt.Errorf("%q is no lease time", v)
		}
		return nil
	}},
	{Name: "copy id"}, {Name: "copy status"}, {Name: "header name"}, {Name: "entities"}, {Name: "index"}, {Name: "next page"},
	{Name: "body", Words: []string{"empty", "XML", "JSON"}, Only: true},
}

func TestParseCarried(t *testing.T) {
	t.Parallel()
	tests := map[string][]Carried{
		"a new ETag, no Last-Modified, lease id A, a lease id, an empty body, lease time 0": {
			{Subject: "ETag", Word: "new"}, {Subject: "Last-Modified", Word: No}, {Subject: "lease id", Word: Value, Value: "A"},
			{Subject: "lease id", Word: Any}, {Subject: "body", Word: "empty"}, {Subject: "lease time", Word: Value, Value: "0"}},
		"copy status failed, no copy id, the same ETag, lease A": {
			{Subject: "copy status", Word: Value, Value: "failed"}, {Subject: "copy id", Word: No}, {Subject: "ETag", Word: "same"}, {Subject: "lease", Word: Value, Value: "A"}},
		"lease time min(n, remaining), lease time (0), lease time absent, header name x-ms-lease-duration": {
			{Subject: "lease time", Word: Value, Value: "min(n, remaining)"}, {Subject: "lease time", Word: Value, Value: "(0)"},
			{Subject: "lease time", Word: No}, {Subject: "header name", Word: Value, Value: "x-ms-lease-duration"}},
		`a datetime ETag, a matching odata.etag, a later Timestamp, no next page, entities "a b", a JSON body, index 3, no odata.etag`: {
			{Subject: "ETag", Word: "datetime"}, {Subject: "odata.etag", Word: "matching"}, {Subject: "Timestamp", Word: "later"},
			{Subject: "next page", Word: No}, {Subject: "entities", Word: Value, Value: `"a b"`}, {Subject: "body", Word: "JSON"},
			{Subject: "index", Word: Value, Value: "3"}, {Subject: "odata.etag", Word: No}},
	}
	for s, want := range tests {
		got, err := ParseCarried(subjects, s)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("ParseCarried(%q): err %v, -want +got:\n%s", s, err, d)
		}
	}
}

func TestParseCarriedRefuses(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"":                        `cannot read ""`,
		"ETag,":                   `cannot read ""`,
		"a header":                `cannot read "a header"`,
		"an ETagged body":         `"ETagged" cannot be said of body`,
		"no new ETag":             `"no" goes with a bare name, not with "no new ETag"`,
		"no lease time 5":         `"no" goes with a bare name`,
		"a new lease id":          `"new" cannot be said of lease id`,
		"a later ETag":            `"later" cannot be said of ETag`,
		"a datetime Timestamp":    `"datetime" cannot be said of Timestamp`,
		"a matching ETag":         `"matching" cannot be said of ETag`,
		"a later odata.etag":      `"later" cannot be said of odata.etag`,
		"a JSON ETag":             `"JSON" cannot be said of ETag`,
		"an empty ETag":           `"empty" cannot be said of ETag`,
		"a new index":             `"new" cannot be said of index`,
		"a value ETag":            `"value" cannot be said of ETag`,
		"a new ETag 5":            "says both a word and a value",
		"a body":                  "of body say one of: empty, XML, JSON",
		"no body":                 "of body say one of: empty, XML, JSON",
		"body 5":                  "of body say one of: empty, XML, JSON",
		"lease time soon":         `"soon" is no lease time`,
		"lease time min(n,":       `"min(n," is no lease time`,
		"a lease time absent":     `"absent" is no lease time`,
		"copy status 412 A":       `"412 A" is neither one word nor quoted`,
		`entities "a" "b"`:        `"\"a\" \"b\"" is neither one word nor quoted`,
		`entities "a b`:           "is neither one word nor quoted",
		"an ETag, new":            `cannot read "new"`,
		"a lease time not spoken": "is no lease time",
	} {
		if got, err := ParseCarried(subjects, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseCarried(%q) = %v, %v, want an error with %q", s, got, err, want)
		}
	}
}
