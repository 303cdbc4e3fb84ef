package summary

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// change returns how a failed case relates to its line in the baseline.
func change(k *reports.Known) string {
	if k.Line == 0 {
		return "by no line of the baseline: " + k.How
	}
	text := map[reports.Relation]string{
		reports.Less: "fails in fewer ways than ", reports.Worse: "fails worse than ", reports.Otherwise: "fails differently than ",
		reports.Oftener: "fails more often than ", reports.Certain: "fails every time, not by chance as ",
	}[k.Change]
	return strings.TrimSpace(fmt.Sprintf("%sline %d of the baseline says: %s", text, k.Line, k.How))
}

// knownCounts counts the cases of a run that have a line in the baseline.
type knownCounts struct {
	lines, failed, sometimes, passed, fixed, misfits, rare int
}

func (p *printer) known() knownCounts {
	n := knownCounts{failed: p.run.Summary.KnownFailure, fixed: p.run.Summary.Fixed}
	if p.run.Baseline != nil {
		n.lines, n.misfits = p.run.Baseline.Lines, p.run.Baseline.Misfits
	}
	for _, s := range p.run.Scenarios {
		if s.Known != nil && s.Known.Line == 0 {
			n.rare++
			continue
		}
		if s.Known != nil && s.Known.Sometimes {
			n.sometimes++
			if s.Status == reports.Passed {
				n.passed++
			}
		}
	}
	return n
}

// baseline shows the result of the list of known failures: lines that no longer fit
// in full, those that fit in one line.
func (p *printer) baseline() {
	b := p.run.Baseline
	if b == nil {
		return
	}
	n := p.known()
	p.line(p.Style.Bold("known failures") + p.Style.Dim(fmt.Sprintf(" (%s, %s)", console.Clean(b.File), console.Plural(b.Lines, "line"))))
	t := console.Table{Indent: "  ", Width: p.Width}
	if p.Verbose {
		for _, s := range p.with(reports.KnownFailure) {
			t.Add(map[bool]string{true: "no line", false: "line " + strconv.Itoa(s.Known.Line)}[s.Known.Line == 0], s.ID, console.Clean(s.Known.How), console.Clean(strings.TrimSpace(s.Known.Reason+" "+s.Known.Link)))
		}
	}
	p.rows(&t)
	text := console.Number(n.failed) + " failed as known"
	if n.sometimes > 0 {
		text += fmt.Sprintf("; of %s known to fail only sometimes, %s this time", console.Plural(n.sometimes, "case"), passed(n.passed))
	}
	if n.rare > 0 {
		text += fmt.Sprintf("; %s failed by chance without a line, too rare to gate: none of their rounds alone failed (--write-baseline lists them)", console.Plural(n.rare, "case"))
	}
	if b.Outside > 0 {
		text += "; " + console.Plural(b.Outside, "line") + " outside this run"
	}
	if b.Unexplained > 0 {
		text += "; " + console.Plural(b.Unexplained, "line") + " without a reason"
	}
	p.wrapped(text)
	p.misfits()
	p.line("")
}

// passed returns a number of cases that passed.
func passed(n int) string {
	if n == 0 {
		return "none passed"
	}
	return console.Number(n) + " passed"
}

// wrapped prints a sentence under a heading.
func (p *printer) wrapped(text string) {
	for _, line := range console.Wrap(text, p.Width-2) {
		p.line("  " + line)
	}
}

// Misfit is a line of the baseline that no longer fits.
type Misfit struct {
	Line      int
	Case, Why string
}

// Misfits returns the lines of a run's baseline that make it end with exit code 4,
// unless something worse happened.
func Misfits(r reports.Run) []Misfit {
	var out []Misfit
	for _, s := range r.Scenarios {
		switch {
		case s.Known == nil:
		case s.Status == reports.Fixed:
			out = append(out, Misfit{s.Known.Line, s.ID, "fixed: it passes; remove the line"})
		case s.Status == reports.Failed && (s.Known.Change == reports.Less || !reports.Gates(s.GatingLevel(), r.Plan.Level)):
			out = append(out, Misfit{s.Known.Line, s.ID, fmt.Sprintf("fails %s: %q, but the line says %q", s.Known.Change, reports.MannerOf(s).String(), s.Known.How)})
		}
	}
	if r.Baseline != nil {
		for _, s := range r.Baseline.Stale {
			out = append(out, Misfit{s.Line, s.Case, "stale: " + s.Why + "; remove the line"})
		}
	}
	slices.SortFunc(out, func(a, b Misfit) int { return cmp.Or(a.Line-b.Line, strings.Compare(a.Case, b.Case)) })
	return out
}

// misfits lists the misfits.
func (p *printer) misfits() {
	t := console.Table{Indent: "  ", Width: p.Width}
	for _, m := range Misfits(p.run) {
		t.Add(p.Style.Yellow("line "+strconv.Itoa(m.Line)), console.Clean(m.Case), console.Clean(m.Why))
	}
	p.rows(&t)
}

// outdated lists the ways in which the baseline no longer fits.
func (p *printer) outdated() string {
	n := p.known()
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{{n.fixed, "fixed"}, {len(p.run.Baseline.Stale), "stale"}, {n.misfits, "failing in another way"}} {
		if part.n > 0 {
			parts = append(parts, console.Number(part.n)+" "+part.what)
		}
	}
	return strings.Join(parts, ", ") + " (--write-baseline " + cmp.Or(console.Clean(p.run.Baseline.File), "FILE") + " writes it again)"
}
