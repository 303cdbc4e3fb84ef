package browser

import (
	"io"
	"os"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"ifmatch/reports/load"
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
