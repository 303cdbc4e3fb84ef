// Package markdown renders a run for a page of a code host: the verdict, a table of
// the results, and collapsed cards for the failures. It keeps to a limit, because
// GitHub shows nothing of a step summary larger than one mebibyte.
package markdown

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/summary"
)

// StepSummary is the maximum size of a step summary on GitHub, in bytes.
const StepSummary = 1 << 20

// Write renders r within the limit of a step summary.
func Write(w io.Writer, r reports.Run) error { return WriteWithin(w, r, StepSummary) }

// WriteWithin renders r in at most limit bytes. Parts that do not fit are omitted
// whole, the least important first, and counted.
func WriteWithin(w io.Writer, r reports.Run, limit int) error {
	p := page{room: limit - len(leftOut(len(r.Scenarios), "failure", true))}
	p.add(head(r))
	p.add(profiles(r))
	p.add(counts(r))
	p.add(baseline(r))
	p.add(unjudged(r))
	p.add(once(r))
	left := 0
	for _, c := range summary.Cards(r) {
		if left > 0 || !p.add(card(r, c)) {
			left += c.Cases
		}
	}
	p.WriteString(leftOut(left, "failure", left > 0))
	_, err := io.WriteString(w, p.String())
	return err
}

// page is text that stays within a limit.
type page struct {
	strings.Builder
	room int
}

// add appends text if it fits whole.
func (p *page) add(text string) bool {
	if len(text) > p.room {
		return false
	}
	p.room -= len(text)
	p.WriteString(text)
	return true
}

func leftOut(n int, what string, show bool) string {
	if !show {
		return ""
	}
	return fmt.Sprintf("\n*%s more would not fit here; the result file has them all: `ifmatch report show FILE`.*\n", console.Plural(n, what))
}

func head(r reports.Run) string {
	mark := map[reports.Outcome]string{reports.Conforms: "✅", reports.Outdated: "⚠️", reports.Unknown: "❔", reports.Deviates: "❌"}[r.Outcome()]
	return fmt.Sprintf("## %s ifmatch: %s\n\n%s\n", mark, inline(r.Target.Name), text(summary.Verdict(r)))
}

// profiles returns a table of the clients that the run judged.
func profiles(r reports.Run) string {
	if len(r.Profiles) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n| client | | cases passed | load | clauses |\n|---|---|---:|---|---|\n")
	for _, p := range r.Profiles {
		mark := map[reports.Fit]string{reports.Fits: "✅", reports.Misfits: "❌", reports.FitUnknown: "❔"}[p.Fit]
		var clauses []string
		for _, u := range slices.Concat(p.Broken, p.Unjudged) {
			clauses = append(clauses, inline(u.Clause))
		}
		fmt.Fprintf(&b, "| %s | %s %s | %s of %s | %s | %s |\n", text(p.Title), mark, text(p.Answer()), console.Number(p.Passed), console.Number(p.Cases), text(p.LoadText()), strings.Join(clauses, " "))
	}
	return b.String()
}

// counts returns a table of the services.
func counts(r reports.Run) string {
	type row struct {
		summary reports.Summary
		clauses map[string]bool
	}
	rows := map[string]*row{}
	for _, s := range r.Scenarios {
		if rows[s.Service] == nil {
			rows[s.Service] = &row{clauses: map[string]bool{}}
		}
		rows[s.Service].summary.Add(s.Status)
		for _, c := range s.Clauses {
			rows[s.Service].clauses[c] = true
		}
	}
	if len(rows) == 0 {
		return ""
	}
	shown := []reports.Status{reports.Passed, reports.Failed}
	for _, v := range reports.Statuses[2:] {
		if r.Summary.Count(v) > 0 {
			shown = append(shown, v)
		}
	}
	var b strings.Builder
	b.WriteString("\n| | clauses | cases |")
	for _, v := range shown {
		fmt.Fprintf(&b, " %s |", v)
	}
	b.WriteString("\n|---|---:|---:|" + strings.Repeat("---:|", len(shown)) + "\n")
	for _, service := range slices.Sorted(maps.Keys(rows)) {
		s := rows[service]
		fmt.Fprintf(&b, "| %s | %s | %s |", inline(service), console.Number(len(s.clauses)), console.Number(s.summary.Total()))
		for _, v := range shown {
			fmt.Fprintf(&b, " %s |", console.Number(s.summary.Count(v)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// most limits a list, in lines.
const most = 100

// list writes a table of at most so many lines.
func list[T any](head, what string, all []T, line func(T) string) string {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(head)
	for _, one := range all[:min(len(all), most)] {
		b.WriteString(line(one))
	}
	return b.String() + leftOut(len(all)-most, what, len(all) > most)
}

// baseline lists the lines of the baseline that no longer fit.
func baseline(r reports.Run) string {
	misfits := summary.Misfits(r)
	if len(misfits) == 0 {
		return ""
	}
	head := fmt.Sprintf("\n### Lines of %s that no longer fit\n\n| line | case | |\n|---:|---|---|\n", inline(r.Baseline.File))
	return list(head, "line", misfits, func(m summary.Misfit) string {
		return fmt.Sprintf("| %d | %s | %s |\n", m.Line, inline(m.Case), text(m.Why))
	})
}

// unjudged lists the cases without a verdict, so that nobody mistakes them for
// passed.
func unjudged(r reports.Run) string {
	var all []reports.Scenario
	for _, s := range r.Scenarios {
		if s.Status == reports.Blocked || s.Status == reports.Error {
			all = append(all, s)
		}
	}
	return list("\n### Could not be judged\n\n| case | | why |\n|---|---|---|\n", "case", all, func(s reports.Scenario) string {
		return fmt.Sprintf("| %s | %s | %s |\n", inline(s.ID), s.Status, text(console.Shorten(cmp.Or(s.Reason, s.BlockedBy), 300)))
	})
}

// once lists what was seen once and not again.
func once(r reports.Run) string {
	return list("\n### Seen once, and not again\n\n| case | level | |\n|---|---|---|\n", "finding", r.Found, func(f reports.Finding) string {
		return fmt.Sprintf("| %s | %s | %s |\n", inline(summary.Of(f)), summary.Standing(r, f), text(console.Shorten(summary.Once(f), 300)))
	})
}

// card returns one failure, collapsed.
func card(r reports.Run, c summary.Card) string {
	note := ""
	if !r.Decides(c.Lead) {
		note = ", does not gate"
	}
	if c.Cases > 1 {
		note += ", " + console.Plural(c.Cases, "case")
	}
	return fmt.Sprintf("\n<details><summary>❌ <code>%s</code> (%s%s)</summary>\n\n%s\n</details>\n",
		plain.Replace(console.Clean(c.Lead.ID)), c.Lead.GatingLevel(), note, fenced(c.Text))
}

// fenced quotes text verbatim: the fence is longer than any run of backticks in the
// text.
func fenced(text string) string {
	longest, run := 2, 0
	for _, c := range text {
		if c != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	return fence + "text\n" + text + fence + "\n"
}

// plain escapes text so that it is not HTML.
var plain = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "&#124;")

// marks escapes characters that have a meaning in Markdown.
var marks = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "#", "\\#", "@", "&#64;", "~", "\\~", "!", "\\!",
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "\\|")

// text returns a sentence for a paragraph or a cell.
func text(s string) string { return marks.Replace(console.Clean(s)) }

// inline returns a name as code, also for use in a table.
func inline(s string) string {
	return "<code>" + plain.Replace(strings.NewReplacer("`", "'", "*", "∗", "_", "_", "@", "@\u200b").Replace(console.Clean(s))) + "</code>"
}
