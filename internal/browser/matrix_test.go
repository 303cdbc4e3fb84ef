package browser

import (
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ifmatch/internal/mutate"
	"ifmatch/reports"
	"ifmatch/reports/matrix"
)

// compared puts the stored result next to one in which everything passes.
func compared(t *testing.T) func(io.Writer) error {
	t.Helper()
	faulty, right := stored(t, "tables"), stored(t, "tables")
	right.Summary = reports.Summary{Planned: right.Summary.Planned}
	for i := range right.Scenarios {
		s := &right.Scenarios[i]
		if s.Status == reports.Failed {
			s.Status, s.Want, s.Got, s.Reason = reports.Passed, "", "", ""
		}
		right.Summary.Add(s.Status)
	}
	m, err := matrix.New([]matrix.Column{{Name: "reference", Run: right}, {Name: "emulator", Run: faulty}})
	if err != nil {
		t.Fatal(err)
	}
	return m.Write
}

func TestMatrixInEveryLook(t *testing.T) {
	for _, l := range looks {
		t.Run(l.String(), func(t *testing.T) {
			p := open(t, l, "", compared(t))
			p.fits()
			p.axe()
			p.shoot("matrix-" + l.String())
			p.click(`a[href="#at/BLOB-TAB-01C/1"]`)
			p.await(`document.getElementById('card-title').textContent === 'BLOB-TAB-01C at emulator'`)
			p.fits()
			p.axe()
			p.shoot("matrix-card-" + l.String())
		})
	}
}

func TestMatrixFiltersLinksAndKeys(t *testing.T) {
	p := open(t, desktop, "#list?service=table", compared(t))
	total := says[int](p, `document.querySelectorAll('.group tbody tr').length`)
	p.await(status + fmt.Sprintf(`.endsWith(' of %d')`, total))
	if n := says[int](p, `document.querySelectorAll('.group tbody tr:not([hidden]):not([data-s=table])').length`); n != 0 {
		t.Errorf("%d clauses of other services are shown", n)
	}
	p.click(`#filter button`)
	p.await(status + fmt.Sprintf(` === '%d clauses'`, total))
	p.slash()
	p.keys("BLOB-TAB-01C")
	p.await(status + fmt.Sprintf(` === '1 clause of %d'`, total))
	p.do(chromedp.Evaluate(`document.querySelector('a[href="#at/BLOB-TAB-01C/0"]').focus()`, nil))
	p.keys(kb.Enter)
	const title = `document.getElementById('card-title').textContent`
	p.await(title + ` === 'BLOB-TAB-01C at reference'`)
	p.keys(kb.ArrowRight)
	p.await(title + ` === 'BLOB-TAB-01C at emulator' && document.getElementById('card-body').textContent.includes('412 ConditionNotMet')`)
	p.keys(escape)
	p.await(`!document.getElementById('card').open && location.hash === '#list?q=BLOB-TAB-01C'`)
	open(t, desktop, "#at/BLOB-TAB-01C/1", compared(t)).await(title + ` === 'BLOB-TAB-01C at emulator'`)
}

// TestPublishedMatrix opens the committed page in docs/matrix: it has at most 2 MB, a fifth less than
// the limit of 2.5 MB, is usable within a second, and its cards show what the targets answered.
func TestPublishedMatrix(t *testing.T) {
	page, err := os.ReadFile("../../docs/matrix/matrix.html")
	if err != nil {
		t.Fatal(err)
	}
	if len(page) > 2_000_000 {
		t.Errorf("docs/matrix/matrix.html has %d bytes, want at most 2,000,000", len(page))
	}
	p := open(t, phone, "#at/BLOB-LEASE-08/1", func(w io.Writer) error {
		_, err := w.Write(page)
		return err
	})
	p.await(`document.getElementById('card').open && document.querySelectorAll('#card-body li').length > 0`)
	p.keys(escape)
	p.await(`!document.getElementById('card').open`)
	// Every cell has a card, and a failed case shows what was wanted and what came.
	said := says[string](p, `(() => {
		const problems = [];
		for (const a of document.querySelectorAll('.group td a')) {
			const [, clause, column] = /^#at\/(.+)\/(\d+)$/.exec(decodeURIComponent(a.getAttribute('href')));
			for (const n of data.cases[clause]) {
				const letter = data.states[column][n], more = data.remarks[data.more[column][n]];
				if ('fw'.includes(letter) && !(more && (more.got || more.reason))) problems.push(data.ids[n] + ' at ' + column);
			}
			if (!headings.get(clause)) problems.push(clause + ' has no heading');
		}
		return problems.slice(0, 5).join(', ');
	})()`)
	if said != "" {
		t.Errorf("cards without a reason: %s", said)
	}
	usable := says[float64](p, `performance.getEntriesByType('navigation')[0].domInteractive`)
	t.Logf("%d bytes, interactive after %.0f ms", len(page), usable)
	p.fits()
}

// faults are some of each verdict, with the longest names and cases.
func faults() mutate.Report {
	var all []mutate.Result
	for _, v := range []mutate.Verdict{mutate.Killed, mutate.Elsewhere, mutate.Survived, mutate.Excused} {
		all = append(all, mutate.Result{Name: "container-batch-of-set-blob-tier-" + string(v), Family: "combination of several conditions", Verdict: v,
			Sentence: "Set Blob Tier within a Container Batch ignores the lease of a blob that has only uncommitted blocks.", Level: "should", Cases: 112, Failing: 13,
			By: "TABLE-BATCH-01/insert-or-replace-entity-a-insert-or-replace-entity-insert-or-merge-entity-b-delete-entity-c-if-match-current"})
	}
	r := mutate.NewReport(all)
	r.Tool, r.Level, r.Seed, r.Planned = reports.Tool{Name: "ifmatch", Version: "1"}, "should", 1, len(all)
	return r
}

func TestFaultsPageInEveryLook(t *testing.T) {
	for _, l := range looks {
		t.Run(l.String(), func(t *testing.T) {
			p := open(t, l, "", func(w io.Writer) error { return mutate.WriteHTML(w, faults()) })
			p.fits()
			p.axe()
			p.shoot("mutate-" + l.String())
		})
	}
}
