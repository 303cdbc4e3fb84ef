// Package html renders a load run as one self-contained page: it needs no
// network and no script. The page shows the verdict and its proof, latencies
// and goodput over time, their distributions, the curve of a sweep, and every
// figure in a table. It works in light and dark, on a phone, and by keyboard.
package html

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
	"ifmatch/reports/load/certificate"
	"ifmatch/reports/load/metric"
)

//go:embed page.gohtml
var source string

//go:embed page.css
var style string

// page is parsed when it is first written, because most commands write none.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"duration": figure.Duration,
		"count":    figure.Count,
		"number":   figure.Number,
		"share":    figure.Share,
		"seconds":  figure.Seconds,
		"name":     func(name string) string { return metric.Must(name).Name },
		"plural":   func(n any, noun string) string { return figure.Plural(whole(n), noun) },
		"style":    func() template.CSS { return template.CSS(style) },
	}).Parse(source))
})

func whole(n any) int64 {
	if i, ok := n.(int); ok {
		return int64(i)
	}
	return n.(int64)
}

// view is a run with the page's additions.
type view struct {
	load.Run
	Headline, Explanation  string
	Stamp, Count, Sentence string // verdict on all points: its state, how many are valid, and which are not
	All                    []point
	Saturated              bool   // the generator was the bottleneck of some point
	Shown                  string // the point that the page shows in detail; empty if there is only one run
	Unmeasured             bool   // nothing was measured at that point
	Proofs                 []proof
	Replay                 *replay
	More                   int // violations without a certificate
	Cards                  []card
	Charts                 []drawn
	Curve                  []drawn
	Histograms             []histogram
	Latencies              []latency
	Facts                  []row
	Asked                  []row
	Seen                   []row
	CPU                    time.Duration // of the generator, per exchange
}

type proof struct {
	load.Certificate
	Drawing template.HTML
	Upright template.HTML // for narrow pages
}

type drawn struct {
	Title   string
	Drawing template.HTML
}

// Write renders r.
func Write(w io.Writer, r load.Run) error {
	v := view{Run: r, Histograms: histograms(r), Latencies: latencies(r), Cards: cards(r), Facts: facts(r), Asked: asked(r), Seen: seen(r)}
	v.Headline, v.Explanation = verdict(r)
	v.Stamp, v.All = r.Verdict.State, points(r)
	if len(v.All) > 0 {
		v.Stamp, v.Count, v.Sentence = overall(r, v.All)
		v.Saturated = slices.ContainsFunc(v.All, func(p point) bool { return p.Bottleneck != "" })
		v.Shown = "one of the points"
		if i := slices.IndexFunc(v.All, func(p point) bool { return p.Shown }); i >= 0 {
			v.Shown, v.Unmeasured = v.All[i].Name(), v.All[i].State() == load.Unmeasured
		}
	}
	if c, ok := commands(r); ok {
		v.Replay = &c
	}
	for _, c := range r.Verdict.Certificates {
		var wide, upright strings.Builder
		if err := errors.Join(certificate.SVG(&wide, c), certificate.UprightSVG(&upright, c)); err != nil {
			return fmt.Errorf("render page: draw a certificate: %w", err)
		}
		v.Proofs = append(v.Proofs, proof{c, template.HTML(wide.String()), template.HTML(upright.String())})
	}
	v.More = r.Verdict.Violations - len(r.Verdict.Certificates)
	for _, c := range overTime(r) {
		v.Charts = append(v.Charts, drawn{c.title, c.HTML()})
	}
	for _, c := range curve(r, v.All) {
		v.Curve = append(v.Curve, drawn{c.title, c.HTML()})
	}
	if r.Pace.Sent > 0 {
		v.CPU = time.Duration(r.Pace.CPUSeconds * 1e9 / float64(r.Pace.Sent))
	}
	return render(w, "page", page(), v)
}

// render writes a page whole, or nothing of it.
func render(w io.Writer, what string, t *template.Template, v any) error {
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return fmt.Errorf("render %s: %w", what, err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// verdict returns the verdict in a sentence, and an explanation of the promise.
func verdict(r load.Run) (headline, explanation string) {
	v := r.Verdict
	scope := figure.Plural(v.Operations, "operation") + " on " + figure.Plural(int64(v.Keys), "key")
	promise, more, _ := strings.Cut(r.Plan.Invariant, ":")
	switch v.State {
	case load.Valid:
		return promise + ", in " + scope, strings.TrimSpace(more)
	case load.Invalid:
		return figure.AtLeast(int64(v.Violations), v.More, "violation") + " in " + scope, "promised: " + r.Plan.Invariant
	}
	return "the check could not tell, in " + scope, v.Why
}
