// Package text renders a load run for a person at a terminal: first the verdict,
// then what the service achieved under contention, how long it took, whether it was
// fair, and whether the generator is credible. For a sweep or a search this
// describes one of its runs, after the verdict on all runs and their curve.
package text

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"ifmatch/reports/console"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
	"ifmatch/reports/load/sweep"
)

// Write renders r.
func Write(w io.Writer, r load.Run, o Options) error {
	b := bufio.NewWriter(w)
	p := printer{w: b, run: r, Options: o}
	if len(r.Points) > 0 && !p.curve() {
		return errors.Join(p.err, b.Flush())
	}
	p.verdict()
	p.title()
	p.facts()
	p.latency()
	p.thresholds()
	return errors.Join(p.err, b.Flush())
}

// title says what ran, and against which target.
func (p *printer) title() {
	r := p.run
	target := console.Clean(r.Target.Name)
	if r.Target.Server != "" {
		target += " (" + console.Clean(r.Target.Server) + ")"
	}
	text := fmt.Sprintf("%s on %s, %s", p.Style.Bold(r.Plan.Workload), target, console.Clean(r.Plan.Shape))
	text += fmt.Sprintf(", %s measured", figure.Seconds(r.Seconds))
	if r.Interrupted && len(r.Points) == 0 {
		text += p.Style.Yellow(" (interrupted)")
	}
	p.write("\n")
	p.paragraph("", hang, text)
	p.doubts()
	if r.Pace.Bottleneck != "" {
		p.paragraph("", hang, p.Style.Yellow("the generator was the bottleneck")+": "+console.Clean(r.Pace.Bottleneck))
	}
	if busy := r.Crowded(); busy != "" {
		p.paragraph("", hang, p.Style.Yellow("this machine was overloaded")+": "+busy)
	}
	p.write("\n")
}

func (p *printer) doubts() {
	for _, d := range p.run.Doubts {
		p.paragraph("", hang, p.Style.Yellow("in doubt")+": "+console.Clean(d))
	}
}

// curve shows all points of a sweep or a search, and says which of them the rest
// describes. It returns false if no point can be described in detail.
func (p *printer) curve() bool {
	o := sweep.Options{Style: p.Style, Width: p.Width}
	p.paragraph("", hang, sweep.Overall(p.run, o))
	p.write("\n")
	if p.err == nil {
		p.err = sweep.Write(p.w, p.run, o)
	}
	detail, known := p.run.Detail()
	if known && !detail.Measured() && p.run.Verdict.State != load.Invalid {
		p.doubts()
		p.thresholds()
		return false
	}
	name := "one of the points"
	if known {
		name = console.Clean(detail.Name())
	}
	p.write("\n" + p.Style.Bold("in detail, "+name) + ":\n")
	return true
}

func (p *printer) thresholds() {
	if len(p.run.Thresholds) == 0 {
		return
	}
	t := console.Table{Width: p.Width}
	for _, th := range p.run.Thresholds {
		result := p.Style.Green("passed")
		if th.Failed {
			result = p.Style.Red("failed")
		}
		if th.Point != "" {
			result += " at " + console.Clean(th.Point)
		}
		t.Add(result, "--fail-if '"+console.Clean(th.Expression)+"'", "it is "+console.Clean(th.Value))
	}
	p.write("\n")
	p.rows(&t)
}
