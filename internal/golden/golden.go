// Package golden compares what tests render with stored files, and writes these again with -update. It has the
// results that the tests of all renderers share.
package golden

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ifmatch/reports"
)

// Update says that the stored files are to be written again.
var Update = flag.Bool("update", false, "write the stored files again")

// Results are the stored results for every renderer: one of the first version, one with
// a baseline, and one with probes and findings.
var Results = []string{"run", "gate", "found"}

// Decode reads a stored file.
func Decode[T any](t testing.TB, file string, decode func(io.Reader) (T, error)) T {
	t.Helper()
	f, err := os.Open(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	v, err := decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Load reads a result from reports/testdata.
func Load(t testing.TB, name string) reports.Run {
	t.Helper()
	return Decode(t, "../testdata/"+name+".json", reports.Decode)
}

// Render renders the stored results, and compares the output with testdata/NAME
// with the ending.
func Render(t *testing.T, ending string, render func(io.Writer, reports.Run) error) {
	t.Helper()
	for _, name := range Results {
		Check(t, name+ending, Load(t, name), render)
	}
}

// Check renders a result, and compares the output with testdata/FILE.
func Check(t *testing.T, file string, r reports.Run, render func(io.Writer, reports.Run) error) {
	t.Helper()
	var b strings.Builder
	if err := render(&b, r); err != nil {
		t.Fatal(err)
	}
	Same(t, "testdata/"+file, b.String())
}

// assets are the styles and the scripts of a page, without data.
var assets = regexp.MustCompile(`(?s)(<(style|script)>).+?(</(style|script)>)`)

// Same compares text with a file. A stored page has none of the styles and scripts, which are files themselves.
func Same(t testing.TB, file, got string) {
	t.Helper()
	if strings.HasSuffix(file, ".html") {
		got = assets.ReplaceAllString(got, "$1…$3")
	}
	if *Update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is not what it was (go test -update accepts it): %s", file, difference(string(want), got))
	}
}

// difference shows the first line in which two texts differ.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range a {
		if i == len(b) || a[i] != b[i] {
			return fmt.Sprintf("line %d\n-%s\n+%s", i+1, a[i], strings.Join(b[min(i, len(b)):min(i+1, len(b))], ""))
		}
	}
	return fmt.Sprintf("%d lines more", len(b)-len(a))
}

// Hostile is a result in which every text tries to be interpreted as markup or
// code.
func Hostile() reports.Run {
	const evil = "]]></failure>\x1b[2J\n::error::x\n# TODO | `` ``` <script>alert(1)</script> \u202e not ok 1\r\n1..1\n\xff\x00 %0A @everyone"
	s := reports.Scenario{ID: "ANY-A-1/<b>&\"`|%0A::", Name: evil, Feature: evil, Clauses: []string{"ANY-A-1"}, Level: "must", Service: evil,
		Status: reports.Failed, Reason: evil, Want: evil, Got: evil, Operation: evil, Respect: evil,
		Exchanges: []reports.Exchange{{Step: "When " + evil, Method: evil, URL: evil, ResponseBody: evil, RequestHeader: []reports.Header{{Name: evil, Value: evil}}}}}
	r := reports.Run{Schema: reports.Schema, Tool: reports.Tool{Name: evil}, Target: reports.Target{Name: evil}, Plan: reports.Plan{Level: "should"}}
	for i, v := range reports.Statuses {
		c := s
		c.ID += string(rune('a' + i))
		c.Status = v
		if v == reports.KnownFailure || v == reports.Fixed {
			c.Known = &reports.Known{How: evil, Reason: evil, Link: evil}
		}
		r.Scenarios = append(r.Scenarios, c)
		r.Summary.Planned++
		r.Summary.Add(v)
	}
	r.Baseline = &reports.Baseline{File: evil, Stale: []reports.Stale{{Case: evil, Why: evil}}}
	r.Promises = []reports.Promise{{Clause: "ANY-A-1", Statement: evil}}
	r.Stopped = evil
	return r
}

// Large is a result of many cases that all failed, each in a different way, with
// long exchanges.
func Large(cases int) reports.Run {
	body := make([]byte, 2000)
	for i := range body {
		body[i] = 'x'
	}
	r := reports.Run{Schema: reports.Schema, Plan: reports.Plan{Level: "should"}}
	for i := range cases {
		id := "ANY-A-" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676))
		r.Scenarios = append(r.Scenarios, reports.Scenario{ID: id + "/row", Clauses: []string{id}, Level: "must", Service: "any", Status: reports.Failed,
			Name: string(body[:300]), Want: "412", Got: string(body[:1000]), Operation: id, Respect: "status",
			Exchanges: []reports.Exchange{{Step: "When " + id, Method: "PUT", URL: "http://127.0.0.1/" + string(body), Status: 201, ResponseBody: string(body)}}})
		r.Summary.Planned++
		r.Summary.Add(reports.Failed)
	}
	return r
}
