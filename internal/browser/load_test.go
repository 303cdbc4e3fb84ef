package browser

import (
	"io"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"ifmatch/reports/load"
	"ifmatch/reports/load/compare"
	loadpage "ifmatch/reports/load/html"
)

func TestLoadPageInEveryLook(t *testing.T) {
	for _, name := range []string{"summary", "invalid", "sweep"} {
		f, err := os.Open("../../reports/load/testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r, err := load.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range looks {
			t.Run(name+"-"+l.String(), func(t *testing.T) {
				p := open(t, l, "", func(w io.Writer) error { return loadpage.Write(w, r) })
				p.fits()
				p.axe()
				p.shoot("load-" + name + "-" + l.String())
				p.keys(kb.Tab)
				if got := says[string](p, `document.activeElement.textContent`); got != "To the figures" {
					t.Errorf("the first stop is %q, want the link over the head of the page", got)
				}
			})
		}
	}
}

// TestShelfInEveryLook opens the index of two runs.
func TestShelfInEveryLook(t *testing.T) {
	f, err := os.Open("../../reports/load/testdata/summary.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := load.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	slower := r
	slower.Contention.Goodput /= 2
	for _, l := range looks {
		t.Run(l.String(), func(t *testing.T) {
			p := open(t, l, "", func(w io.Writer) error {
				return loadpage.WriteShelf(w, []loadpage.Kept{{Folder: "old", Run: slower}, {Folder: "new", Run: r}})
			})
			p.fits()
			p.cues()
			p.axe()
			p.shoot("shelf-" + l.String())
		})
	}
}

// TestComparisonInEveryLook opens the page of two load runs, one of them half as fast.
func TestComparisonInEveryLook(t *testing.T) {
	f, err := os.Open("../../reports/load/testdata/summary.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	before, err := load.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	after := before
	after.Series = slices.Clone(before.Series)
	for i := range after.Series {
		after.Series[i].Commits /= 2
		after.Series[i].P99 *= 2
	}
	after.Plan.Params = map[string]string{"clients": "64"}
	c, err := compare.Compare([]load.Run{before}, []load.Run{after}, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	both := loadpage.Comparison{Comparison: c, Before: []load.Run{before}, After: []load.Run{after}}
	for _, l := range looks {
		t.Run(l.String(), func(t *testing.T) {
			p := open(t, l, "", func(w io.Writer) error { return loadpage.WriteComparison(w, both) })
			p.fits()
			p.axe()
			p.shoot("comparison-" + l.String())
			p.keys(kb.Tab)
			if got := says[string](p, `document.activeElement.textContent`); got != "To the figures" {
				t.Errorf("the first stop is %q, want the link over the head of the page", got)
			}
			p.keys(kb.Enter)
			p.await(`document.activeElement.id === 'main'`)
		})
	}
}
