package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
	"ifmatch/reports/load/metric"
)

//go:embed shelf.gohtml
var shelfSource string

var shelfPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("shelf").Funcs(template.FuncMap{
		"style":  func() template.CSS { return template.CSS(style + comparisonStyle) },
		"plural": func(n int, noun string) string { return figure.Plural(int64(n), noun) },
	}).Parse(shelfSource))
})

// Kept is a run on a shelf, and the folder that it is kept in.
type Kept struct {
	Folder string
	load.Run
}

// board is the runs of one workload on one target, the newest first.
type board struct {
	Name   string
	Trends []trend
	Runs   []onShelf
}

// trend is how a figure changed from the oldest run of a board to the newest.
type trend struct {
	Name, Note string
	Drawing    template.HTML
}

type onShelf struct {
	Kept
	Date, Measured string
	Cells          []string // a value for each trend
}

// shown are the figures of a shelf.
var shown = []struct {
	name   string
	of     func(load.Run) (float64, bool)
	format func(float64) string
}{
	{metric.Goodput, metric.Must(metric.Goodput).Of, perSecond},
	{metric.Rate, metric.Must(metric.Rate).Of, perSecond},
	{"p50", response("p50"), duration},
	{"p99", response("p99"), duration},
	{metric.ConflictRate, metric.Must(metric.ConflictRate).Of, figure.Share},
	{metric.Jain, metric.Must(metric.Jain).Of, figure.Number},
}

// response is a percentile of the response times; false if a run has too few for it.
func response(name string) func(load.Run) (float64, bool) {
	return func(r load.Run) (float64, bool) {
		d := metric.Must(metric.Response).Spread(r)
		return float64(map[string]time.Duration{"p50": d.P50, "p99": d.P99}[name]), d.Count >= 100
	}
}

// WriteShelf renders an index of runs: by workload and target, the newest first, with the trend of each figure.
func WriteShelf(w io.Writer, all []Kept) error {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Kept) int { return b.Started.Compare(a.Started) })
	var boards []*board
	groups := map[string][]Kept{}
	for _, k := range all {
		name := k.Plan.Workload + " on " + k.Target.Name
		if groups[name] == nil {
			boards = append(boards, &board{Name: name})
		}
		groups[name] = append(groups[name], k)
	}
	for _, b := range boards {
		b.fill(groups[b.Name])
	}
	return render(w, "shelf", shelfPage(), map[string]any{"Boards": boards, "Runs": len(all)})
}

// fill sets the rows and the trends.
func (b *board) fill(runs []Kept) {
	for _, k := range runs {
		row := onShelf{Kept: k, Date: k.Started.UTC().Format("2006-01-02 15:04"), Measured: figure.Seconds(k.Seconds)}
		for _, s := range shown {
			text := "–"
			if x, ok := s.of(k.Run); ok {
				text = s.format(x)
			}
			row.Cells = append(row.Cells, text)
		}
		b.Runs = append(b.Runs, row)
	}
	for _, s := range shown {
		var values []float64
		for _, k := range slices.Backward(runs) {
			if x, ok := s.of(k.Run); ok {
				values = append(values, x)
			}
		}
		t := trend{Name: s.name}
		if n := len(values); n > 1 {
			t.Note = s.format(values[0]) + " → " + s.format(values[n-1])
			t.Drawing = spark(values, s.name+" from "+s.format(values[0])+" to "+s.format(values[n-1]))
		}
		b.Trends = append(b.Trends, t)
	}
}

// spark draws values as a small line from zero, the oldest on the left.
func spark(values []float64, label string) template.HTML {
	const width, height = 84.0, 24.0
	most := max(slices.Max(values), 1e-12)
	var way strings.Builder
	for i, v := range values {
		fmt.Fprintf(&way, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[i == 0], 2+(width-4)*float64(i)/float64(len(values)-1), height-2-(height-4)*v/most)
	}
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="%s"><path class="grid" d="M0 %.0fH%.0f"/><path class="line l0" d="%s"/></svg>`,
		width, height, width, height, template.HTMLEscapeString(label), height-1, width, way.String()))
}
