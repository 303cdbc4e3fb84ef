package browser

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ifmatch/features"
	"ifmatch/reports"
	"ifmatch/reports/html"
	"ifmatch/steps"
)

// looks are the looks in which every page must be readable.
var looks = []look{desktop, desktop.inTheDark(), phone, phone.inTheDark()}

func stored(t *testing.T, name string) reports.Run {
	t.Helper()
	f, err := os.Open("../../reports/testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := reports.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func page(r reports.Run) func(io.Writer) error {
	return func(w io.Writer) error { return html.Write(w, r) }
}

func TestRunPageInEveryLook(t *testing.T) {
	for _, l := range looks {
		t.Run(l.String(), func(t *testing.T) {
			p := open(t, l, "", page(stored(t, "tables")))
			p.fits()
			p.cues()
			p.axe()
			p.shoot("run-" + l.String())
			p.click(`a[href^="#cell/article-blob-operations/1/3"]`)
			p.await(`document.getElementById('card').open`)
			p.fits()
			p.axe()
			p.shoot("run-cell-" + l.String())
			p.click(`#card-body li a`)
			p.await(`document.querySelector('#card-body code').textContent.startsWith('BLOB-TAB-01C/')`)
			p.axe()
			p.shoot("run-card-" + l.String())
		})
	}
}

// status reads the line above the list.
const status = `document.getElementById('matches').textContent`

func TestRunPageFilters(t *testing.T) {
	p := open(t, desktop, "", page(stored(t, "tables")))
	if got := says[string](p, status); got != "136 cases" {
		t.Fatalf("the page begins with %q", got)
	}
	p.do(fill("verdict", "failed"))
	p.await(status + ` === '2 cases of 136'`)
	if n := says[int](p, `document.querySelectorAll('#list li').length`); n != 2 {
		t.Errorf("%d cases are shown, want both", n)
	}
	if got := says[string](p, `location.hash`); got != "#list?verdict=failed" {
		t.Errorf("the filter's link is %q", got)
	}
	p.click(`#filter button`)
	p.await(status + ` === '136 cases'`)
	p.do(fill("q", "put blob if-match stale"))
	p.await(status + ` === '1 case of 136'`)
	p.do(fill("q", "no such thing"))
	p.await(status + ` === '0 cases of 136'`)
	p.click(`#filter button`)
	p.do(fill("service", "table"))
	p.await(status + `.endsWith(' of 136')`)
	if wrong := says[int](p, `[...document.querySelectorAll('.chapter')].filter(d => !d.id.startsWith('chapter-TABLE')).length`); wrong != 0 {
		t.Errorf("%d chapters of other services", wrong)
	}
	// A chapter opens and shows its cases.
	p.click(`#filter button`)
	p.await(status + ` === '136 cases'`)
	p.click(`#chapter-TABLE-OPS > summary`)
	p.await(`document.querySelectorAll('#chapter-TABLE-OPS li').length > 10`)
	// A reason why something was not judged.
	p.click(`section[aria-labelledby=unjudged] a[href^="#list"]`)
	p.await(status + `.includes('not judged: ')`)
}

func TestRunPageLinks(t *testing.T) {
	r := stored(t, "tables")
	failed := r.Scenarios[0].ID
	for _, s := range r.Scenarios {
		if s.Status == reports.Failed && s.Exchanges != nil {
			failed = s.ID
		}
	}
	const title, text = `document.getElementById('card-title')?.textContent || ''`, `document.getElementById('card-body').textContent`
	for _, tc := range []struct{ fragment, holds string }{
		{"#case/" + failed, text + `.includes('If-Match') && ` + text + `.includes('curl --include') && ` + text + `.includes('ifmatch run --target @emulator.txt ')`},
		{"#clause/BLOB-TAB-01C", title + ` === 'BLOB-TAB-01C' && ` + text + `.includes('14 of 15 cases passed')`},
		{"#cell/article-blob-operations/1/3", title + ` === 'Yes, Accepts Conditional Headers'`},
		{"#cell/table-verbs/4/4", title + `.includes('TABLE-VERB-04') || ` + text + `.includes('TABLE-VERB-04-open')`},
		{"#list?service=blob&level=must&verdict=passed", status + `.endsWith(' of 136') && document.getElementById('level').value === 'must'`},
		{"#case/no-such-case", title + ` === 'Not on this page' && ` + text + `.includes('no case no-such-case') && ` + status + ` === '136 cases'`},
		{"#case/%", title + ` === 'Not on this page'`},
		{"#list?why=999", status + ` === '136 cases'`},
	} {
		t.Run(tc.fragment, func(t *testing.T) {
			open(t, desktop, tc.fragment, page(r)).await(tc.holds)
		})
	}
}

// TestKnownFailureLinks opens the card of a known failure, which links to where that is followed up.
// A stored result may hold any text for a link: one that leads anywhere but to the web stays text.
func TestKnownFailureLinks(t *testing.T) {
	for link, anchors := range map[string]int{"https://example.org/issues/1": 1, "javascript:alert(1)": 0} {
		t.Run(link, func(t *testing.T) {
			r, id := stored(t, "gate"), ""
			for i := range r.Scenarios {
				if s := &r.Scenarios[i]; s.Status == reports.KnownFailure {
					id, s.Known.Link = s.ID, link
				}
			}
			p := open(t, desktop, "#case/"+id, page(r))
			p.await(`document.getElementById('card-body').textContent.includes('` + link + `')`)
			if n := says[int](p, `document.querySelectorAll('#card-body a[href="`+link+`"]').length`); n != anchors {
				t.Errorf("%d links, want %d", n, anchors)
			}
		})
	}
}

func TestRunPageByKeyboard(t *testing.T) {
	p := open(t, desktop, "", page(stored(t, "tables")))
	const focus = `document.activeElement`
	p.keys(kb.Tab)
	if got := says[string](p, focus+`.textContent`); got != "To all cases" {
		t.Errorf("the first stop is %q, want the link over the head of the page", got)
	}
	p.slash()
	p.keys("if-match stale")
	const found = "7 cases of 136"
	p.await(status + ` === '` + found + `'`)
	// Focus the first match, and open its card.
	p.do(chromedp.Evaluate(`document.querySelector('#list li a').focus()`, nil))
	p.keys(kb.Enter)
	p.await(`document.getElementById('card').open`)
	first := says[string](p, `location.hash`)
	p.keys(kb.ArrowRight)
	p.await(`document.getElementById('card-at').textContent.startsWith('2 of ')`)
	if got := says[string](p, `location.hash`); got == first {
		t.Error("the second card has the link of the first")
	}
	p.keys(kb.ArrowLeft)
	p.await(fmt.Sprintf(`location.hash === %q && document.getElementById('card-at').textContent.startsWith('1 of ')`, first))
	p.keys(escape)
	p.await(`!document.getElementById('card').open && location.hash.startsWith('#list?')`)
	if got := says[string](p, status); got != found {
		t.Errorf("closing the card lost the filter: %q, want %q", got, found)
	}
	if !says[bool](p, focus+`.matches('#list li a')`) {
		t.Error("closing the card lost the place in the list")
	}
	// The focus does not leave an open card.
	p.keys(kb.Enter)
	p.await(`document.getElementById('card').open`)
	for range 30 {
		p.keys(kb.Tab)
		if !says[bool](p, `document.activeElement === document.body || document.getElementById('card').contains(document.activeElement)`) {
			t.Fatal("the focus left the open card")
		}
	}
}

// red is a run of the whole suite with 270 failures: the three that do the most harm come last, the
// others answer another error code.
func red(t *testing.T) (r reports.Run, worst []string) {
	t.Helper()
	r = whole(t, func(i int) bool { return i%20 == 0 })
	for i := len(r.Scenarios) - 1; i >= 0; i-- {
		s := &r.Scenarios[i]
		switch {
		case s.Status != reports.Failed:
		case len(worst) < 3 && s.Level == "must" && !slices.ContainsFunc(worst, func(id string) bool { return strings.HasPrefix(id, s.Clauses[0]+"/") }):
			worst = append([]string{s.ID}, worst...)
			s.Differs, s.Got = []reports.Difference{reports.InStatus, reports.InEffect}, `201 Created; the blob changed: ETag "0x8DF48F62FBB541B"; content 19 bytes "replacement content"; metadata none; properties application/octet-stream; tags none; lease available`
		default:
			s.Differs, s.Want, s.Got = []reports.Difference{reports.InCode}, "409 LeaseIdMissing", "409 Conflict"
		}
	}
	failed := 0
	for i := range r.Scenarios {
		if s := &r.Scenarios[i]; s.Status == reports.Failed && !slices.Contains(worst, s.ID) {
			if failed++; failed > 267 {
				s.Status, s.Want, s.Got = reports.Passed, "", ""
			}
		}
	}
	r.Summary = reports.Summary{Planned: len(r.Scenarios)}
	for _, s := range r.Scenarios {
		r.Summary.Add(s.Status)
	}
	if r.Summary.Failed != 270 {
		t.Fatalf("%d failures, want 270", r.Summary.Failed)
	}
	return r, worst
}

// TestTheMostHarmfulFailuresComeFirst opens a report with 270 failures: the three most harmful are in view at
// once, on a phone after one swipe, and the arrows walk from them to the others.
func TestTheMostHarmfulFailuresComeFirst(t *testing.T) {
	r, worst := red(t)
	for _, l := range looks {
		t.Run(l.String(), func(t *testing.T) {
			p := open(t, l, "", page(r))
			swipes := int64(0)
			if l.width < 600 {
				swipes = 1
			}
			p.do(chromedp.Evaluate(fmt.Sprintf(`scrollTo(0, %d)`, swipes*l.height*8/10), nil)) // a swipe leaves some of what was seen
			p.shoot("red-" + l.String())
			if got := says[[]string](p, `[...document.querySelectorAll('.failures tbody tr')].filter(r => r.getBoundingClientRect().bottom <= innerHeight).slice(0, 3).map(r => decodeURIComponent(r.querySelector('a').hash.slice('#case/'.length)))`); !slices.Equal(got, worst) {
				t.Errorf("in view are %q, want %q", got, worst)
			}
			p.do(chromedp.Evaluate(`scrollTo(0, 0)`, nil))
			p.shoot("red-top-" + l.String())
			p.fits()
			p.cues()
			p.axe()
			for i, id := range worst {
				p.keys(kb.ArrowRight)
				p.await(fmt.Sprintf(`document.getElementById('card').open && document.getElementById('card-at').textContent.startsWith('%d of ') && decodeURIComponent(location.hash) === %q`, i+1, "#case/"+id))
			}
			p.shoot("red-card-" + l.String())
			if room := says[float64](p, `(r => Math.min(r.left, innerWidth - r.right, r.top, innerHeight - r.bottom))(document.getElementById('card').getBoundingClientRect())`); room < 0 {
				t.Errorf("the card is %g pixels outside of the screen", -room)
			}
			p.keys(escape)
			p.await(`!document.getElementById('card').open`)
			p.keys(kb.ArrowRight)
			p.await(`document.getElementById('card-at').textContent.startsWith('4 of ')`)
			// Nor does it matter that the arrow comes before the browser tells that the card is closed.
			p.do(chromedp.Evaluate(`card.close(); dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))`, nil))
			p.await(`card.open && document.getElementById('card-at').textContent.startsWith('5 of ')`)
		})
	}
}

// TestWholeSuite opens a page with every case.
func TestWholeSuite(t *testing.T) {
	r := whole(t, func(i int) bool { return i%15 == 0 })
	size := 0
	p := open(t, desktop, "", func(w io.Writer) error {
		var b strings.Builder
		err := html.Write(&b, r)
		size = b.Len()
		_, errWrite := io.WriteString(w, b.String())
		return errors.Join(err, errWrite)
	})
	if size > 2_500_000 {
		t.Errorf("a page of %d cases has %d bytes", len(r.Scenarios), size)
	}
	p.await(fmt.Sprintf(status+` === '%d,%03d cases'`, len(r.Scenarios)/1000, len(r.Scenarios)%1000))
	usable := says[float64](p, `performance.getEntriesByType('navigation')[0].domInteractive`)
	filtered := says[float64](p, `(() => { const t = performance.now(); document.getElementById('q').value = 'lease'; draw(); document.body.offsetHeight; return performance.now() - t; })()`)
	t.Logf("%d cases, %d bytes: interactive after %.0f ms, filtered in %.0f ms", len(r.Scenarios), size, usable, filtered)
}

// whole is a run of every case of the suite, of which some failed.
func whole(t *testing.T, failed func(int) bool) reports.Run {
	t.Helper()
	chromium(t)
	suite, err := steps.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	r := reports.Run{Schema: reports.Schema, Plan: reports.Plan{Level: "should", Again: "ifmatch run"}, Target: reports.Target{Name: "emulator"}}
	for i, c := range suite.Cases {
		s := reports.Scenario{ID: c.ID, Name: c.Title(), Feature: c.Feature, Line: c.Line, Clauses: c.Clauses, Level: c.Level, Service: c.Service, Status: reports.Passed}
		if failed(i) {
			x := reports.Exchange{Step: "When a client sends it", Method: "PUT", URL: "http://127.0.0.1:10000/devstoreaccount1/container/blob", Status: 201}
			s.Status, s.Want, s.Got, s.Exchanges = reports.Failed, "412 ConditionNotMet", "201 Created", []reports.Exchange{x, x, x}
		}
		r.Scenarios = append(r.Scenarios, s)
		r.Summary.Add(s.Status)
		r.Summary.Planned++
	}
	for _, cl := range suite.Register.Clauses {
		r.Promises = append(r.Promises, reports.Promise{Clause: cl.ID, Level: cl.Level.String(), Statement: cl.Statement, Document: cl.Document, Heading: cl.Heading})
	}
	slices.SortFunc(r.Promises, func(a, b reports.Promise) int { return strings.Compare(a.Clause, b.Clause) })
	if r.Grids, err = suite.Grids(); err != nil {
		t.Fatal(err)
	}
	return r
}
