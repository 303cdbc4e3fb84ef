package cli

import (
	"context"
	"fmt"
	"runtime"

	"ifmatch/internal/loading"
	"ifmatch/internal/progress"
	"ifmatch/internal/target"
	"ifmatch/loadgen"
	"ifmatch/loadgen/stats"
	"ifmatch/loadgen/trial"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// bench is what the runs of one command share.
func (a *app) bench(ctx context.Context, p loadPlan, at *loading.Place) *trial.Bench {
	b := &trial.Bench{
		Endpoint: at.Endpoint, Name: at.Info.Name, Beside: at.Info.Kind == "embedded", Tool: load.Tool{Name: "ifmatch", Version: version(), Go: runtime.Version()},
		Kept:    p.out != "",
		Abandon: a.abandoning(), Watch: func(q trial.Plan) trial.Watcher { return a.watch(ctx, p, q) },
	}
	if p.sky != nil {
		b.Weather = func(ctx context.Context, c *loadgen.Config) (func() map[string]int64, func(), error) {
			return loading.Expose(ctx, c, *p.sky)
		}
	}
	return b
}

// watched shows the progress of one run on the line for it.
type watched struct {
	line *progress.Load
	app  *app
	plan loadPlan
	run  trial.Plan
	stop []func() bool
}

// watch begins the line of a run.
func (a *app) watch(ctx context.Context, p loadPlan, q trial.Plan) *watched {
	width, live := terminal(a.stderr)
	w := &watched{line: progress.NewLoad(a.stderr, width, live, q.Duration), app: a, plan: p, run: q}
	w.stop = append(w.stop,
		w.line.Interrupted(ctx, "interrupted: waiting for the answers under way, then checking and deleting; press Ctrl-C again to leave that out"),
		w.line.Interrupted(a.abandoning(), "interrupted again: reporting what is known"))
	return w
}

// Measuring says that the plan is being sent.
func (w *watched) Measuring(acc *stats.Accumulator) { w.line.Sending(acc, w.run.Warmup) }

// Checking says that the history is being checked.
func (w *watched) Checking() { w.line.Say("checking the history") }

// Unclean says what the run left behind.
func (w *watched) Unclean(run string, why error) {
	fmt.Fprintf(w.app.stderr, "warning: the run could not delete everything it created: %v%s\n", why, w.plan.sweeping(run))
}

// End wipes the line.
func (w *watched) End() {
	for _, stop := range w.stop {
		stop()
	}
	w.line.End()
}

// series is what the runs of a sweep or a search share.
func (a *app) series(b *trial.Bench, p loadPlan, param, dir string) *trial.Series {
	return &trial.Series{
		Bench: b, Folder: dir, Param: param, Conditions: p.conditions,
		With:   func(x float64) (trial.Plan, error) { return vary(p.Plan, param, x) },
		Report: func(r load.Run, dir string) error { return writeAll(folderReports(dir), r) },
		Ended: func(name string, point load.Point) {
			fmt.Fprintf(a.stderr, "%s: %s req/s, goodput %s/s, p99 %s, %s\n", name, figure.Number(point.Rate), figure.Number(point.Goodput), figure.Duration(point.P99), point.Verdict)
		},
	}
}

// runPlan makes the one run of a plan, or those of a sweep or a search.
func (a *app) runPlan(ctx context.Context, b *trial.Bench, p loadPlan, dir string) (load.Run, error) {
	switch {
	case p.varied != nil:
		return a.series(b, p, p.varied.param, dir).Sweep(ctx, p.varied.values)
	case p.limit != nil && p.Shape != nil:
		return a.series(b, p, "rate", dir).Search(ctx, p.Plan, *p.limit)
	case p.limit != nil:
		return a.series(b, p, "clients", dir).Search(ctx, p.Plan, *p.limit)
	}
	return b.Run(ctx, p.Plan, p.runID(), dir)
}

// runID is the id of the one run of a plan.
func (p loadPlan) runID() string {
	if p.Process != nil {
		return p.Process.RunID(p.Workload.Name, p.Prefix, p.Seed)
	}
	return trial.NewID()
}

// sweeping describes the command that deletes what a run left behind. It contains no secret, and
// it works as shown, or says what it needs.
func (p loadPlan) sweeping(run string) string {
	t := p.target
	if t.spec == referenceTarget {
		return "" // the reference is gone, with everything it held
	}
	needs := ""
	if t.secret() {
		t.spec, needs = "env", ", with the connection string in "+target.ConnectionVariable
	}
	return fmt.Sprintf("; ifmatch sweep%s --prefix %s --run-id %s does it%s", t.flagText(), p.Prefix, run, needs)
}
