package html_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"ifmatch/internal/golden"
	"ifmatch/reports/load"
	"ifmatch/reports/load/compare"
	"ifmatch/reports/load/html"
)

// sides are the stored run, and one with half its speed in every second and another
// number of clients.
func sides(t testing.TB) html.Comparison {
	t.Helper()
	before, after := fixture(t, "summary"), fixture(t, "summary")
	after.Series = slices.Clone(after.Series)
	for i := range after.Series {
		s := &after.Series[i]
		s.Commits, s.Sent, s.P50, s.P99 = s.Commits/2, s.Sent/2, 2*s.P50, 2*s.P99
	}
	after.Plan.Params = map[string]string{"clients": "64"}
	after.Contention.Goodput /= 2
	c, err := compare.Compare([]load.Run{before}, []load.Run{after}, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return html.Comparison{Comparison: c, Before: []load.Run{before}, After: []load.Run{after}}
}

func renderComparison(t testing.TB, c html.Comparison) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.WriteComparison(&b, c); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestComparisonGolden(t *testing.T) {
	t.Parallel()
	got := renderComparison(t, sides(t))
	golden.Same(t, "testdata/comparison.html", got)
	if len(got) > 60_000 {
		t.Errorf("the page of two short runs has %d bytes", len(got))
	}
}

// TestComparisonShowsAWorseVerdictFirst: whatever the figures say, the reader first sees
// that a service is no longer correct.
func TestComparisonShowsAWorseVerdictFirst(t *testing.T) {
	t.Parallel()
	c := sides(t)
	c.New.State = load.Invalid
	got := renderComparison(t, c)
	if !strings.Contains(got, `<header class="invalid">`) || !strings.Contains(got, "</span> the service is no longer correct</h1>") {
		t.Error("the head of the page does not say that the service is no longer correct")
	}
}

func TestComparisonLoadsNothingAndKeepsTextText(t *testing.T) {
	t.Parallel()
	const bad = `</title><script>alert(1)</script><img src=x>`
	c := sides(t)
	c.Old.Name, c.New.Name, c.Caveats = bad, bad, []string{bad}
	c.Parameters = append(c.Parameters, compare.Parameter{Name: bad, Old: bad, New: bad})
	c.Before[0].Verdict.State, c.After[0].Tool.Version = bad, bad
	got := renderComparison(t, c)
	for _, no := range []string{"<script", "<img", " src=", "url(", "@import", "<link"} {
		if strings.Contains(strings.ReplaceAll(got, "&lt;img src=x&gt;", ""), no) {
			t.Errorf("the page holds %q", no)
		}
	}
}
