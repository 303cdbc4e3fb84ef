package html_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"ifmatch/reports/load/html"
)

func TestAShelfShowsTheNewestFirstAndItsTrends(t *testing.T) {
	t.Parallel()
	var all []html.Kept
	for i, name := range []string{"first", "second", "<third>"} {
		k := html.Kept{Folder: name, Run: fixture(t, "summary")}
		k.Started = k.Started.Add(time.Duration(i) * time.Hour)
		k.Contention.Goodput = float64(100 * (i + 1))
		all = append(all, k)
	}
	other := html.Kept{Folder: "other", Run: fixture(t, "queue")}
	other.Started = all[0].Started.Add(-time.Hour)
	var b bytes.Buffer
	if err := html.WriteShelf(&b, append([]html.Kept{other}, all...)); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	var at []int
	for _, text := range []string{"<h1>4 load runs</h1>", "goodput from 100/s to 300/s", "&lt;third&gt;", ">second<", ">first<", ">other<"} {
		at = append(at, strings.Index(page, text))
	}
	if at[0] < 0 || !slices.IsSorted(at) {
		t.Errorf("the parts stand at %v, want one after the other:\n%s", at, page[strings.Index(page, "<body>"):])
	}
	if n := strings.Count(page, "<h2 "); n != 2 {
		t.Errorf("%d groups, want one for each workload", n)
	}
}
