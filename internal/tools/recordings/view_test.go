package main

import (
	"net/http"
	"testing"
	"time"
)

func TestRelations(t *testing.T) {
	t.Parallel()
	const id, old = "11111111-1111-1111-1111-11111111111a", "22222222-2222-2222-2222-222222222222"
	stamp := time.Date(2024, 5, 17, 10, 0, 0, 0, time.UTC)
	at := func(d time.Duration) string { return stamp.Add(d).Format(http.TimeFormat) }
	v := &view{sent: []byte("abc"), history: &history{tags: []string{`"0x8D1"`, `"0x8D2"`}, leases: []string{old, id}, receipts: []string{"AgAAAAMAAAA1", "AgAAAAMAAAA2"}},
		header: http.Header{"Etag": {`"0x8D2"`}, "Content-Length": {"1024"}, "X-Ms-Blob-Type": {"PageBlob"}}, modified: stamp, now: stamp.Add(time.Hour), method: "PUT",
		state: map[string]string{}, meets: func(tags string) bool { return tags == "a" }, blocks: []byte("<UncommittedBlocks><Block><Name>YWI=</Name></Block></UncommittedBlocks>")}
	for _, c := range []struct{ relation, of, value, word, outcome string }{
		{"if-match", "", `"0x8D2"`, "current", "met"},
		{"if-match", "", `"0x8D1"`, "former", "unmet"},
		{"if-match", "", `0x111111111111111`, "unquoted other", "unmet"},
		{"if-match", "", `"garbage"`, "garbage", "unmet"},
		{"if-match", "", `W/"0x8D2"`, "weak current", ""},
		{"if-match", "", "*", "*", ""},
		{"if-match", "", "", "empty", ""},
		{"if-none-match", "", `"0x8D2"`, "current", "unmet"},
		{"if-none-match", "", `"0x8D9"`, "other", "met"},
		{"modified", "", at(-time.Hour), "earlier", "met"},
		{"modified", "", at(0), "same", "unmet"},
		{"modified", "", at(time.Hour), "later", "unmet"},
		{"unmodified", "", at(0), "same", "met"},
		{"unmodified", "", at(-time.Second), "earlier", "unmet"},
		{"unmodified", "", "null", "garbage", ""},
		{"lease", "", id, "current", ""},
		{"lease", "", "11111111-1111-1111-1111-11111111111A", "upper-case current", ""},
		{"lease", "", old, "former", ""},
		{"lease", "", "33333333-3333-3333-3333-333333333333", "other", ""},
		{"lease", "", "none", "malformed", ""},
		{"receipt", "", "AgAAAAMAAAA2", "current", ""},
		{"receipt", "", "AgAAAAMAAAA1", "former", ""},
		{"receipt", "", "AgAAAAMAAAA3", "other", ""},
		{"receipt", "", "invalid", "malformed", ""},
		{"span", "", "15", "15", "valid"},
		{"span", "", "-1", "-1", "valid"},
		{"span", "", "61", "61", ""},
		{"number", "content-length", "1024", "equal", ""},
		{"number", "content-length", "-1", "negative", ""},
		{"number", "+content-length", "1024", "less", ""},
		{"range", "", "bytes=0-511", "inside, whole pages", ""},
		{"range", "", "bytes=0-10", "inside", ""},
		{"range", "", "bytes=1024-1030", "beyond", ""},
		{"range", "", "bytes=1000-1030", "across the end", ""},
		{"range", "", "pages", "malformed", ""},
		{"digest", "", "kAFQmDzST7DWlj99KOF/cg==", "", ""},
		{"digest", "", "IaGZxT9CKjgOILFi+26+nA==", "wrong", ""},
		{"block", "", "YWI=", "fits", ""},
		{"block", "", "YWJjZGVm", "of another length", ""},
		{"tags", "", "a", "met", ""},
		{"tags", "", "b", "unmet", ""},
		{"attributes", "", "None", "", ""},
		{"attributes", "", "ReadOnly", "readonly", ""},
		{"snapshots", "", "include", "", ""},
		{"snapshots", "", "only", "only", ""},
		{"size", "", "512", "", ""},
		{"size", "", "9999999999999", "beyond limits", ""},
	} {
		word, outcome := relations[c.relation](v, c.value, c.of)
		if word != c.word || outcome != c.outcome {
			t.Errorf("%s of %q = %q, %q; want %q, %q", c.relation, c.value, word, outcome, c.word, c.outcome)
		}
	}
}

// TestEveryRuleHasARelation reads the file of the rules as data.
func TestEveryRuleHasARelation(t *testing.T) {
	t.Parallel()
	for _, r := range rules {
		name := r.relation
		if len(name) > len("source ") && name[:len("source ")] == "source " {
			name = name[len("source "):]
		}
		if relations[name] == nil {
			t.Errorf("%s %s: there is no relation %q", r.where, r.name, r.relation)
		}
	}
}
