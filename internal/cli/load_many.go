package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"ifmatch/loadgen"
	"ifmatch/loadgen/knee"
	"ifmatch/loadgen/pace"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// For a search: how often to bisect, how close to get, and how many trials that is at most
// (doubling from the smallest rate to the largest, then three bisections).
const (
	searches     = 3
	searchWithin = 0.05
	searchTrials = 60
)

// series collects the runs of a sweep or a search.
type series struct {
	trials *trials
	folder string
	param  string
	points []load.Point
	shown  load.Run // the run whose details are shown
	worst  int      // badness of the verdict on shown
	cut    bool     // one of the runs was interrupted

	thresholds []load.Threshold // of all runs, each with its point
	unjudged   []error          // conditions for which a run had no figure
}

// name is the name of one of the runs, in reports and folders.
func (s *series) name(x float64) string {
	return s.param + "=" + strconv.FormatFloat(x, 'g', 6, 64)
}

// judge checks the --fail-if conditions on one of the runs.
func (s *series) judge(p loadPlan, point string, r *load.Run) {
	found, missing := p.judgeConditions(*r)
	r.Thresholds = found
	for _, t := range found {
		t.Point = point
		s.thresholds = append(s.thresholds, t)
	}
	for _, err := range missing {
		s.unjudged = append(s.unjudged, fmt.Errorf("%s: %w", point, err))
	}
}

// badness orders verdicts: a violation is shown rather than an undecided run, and an undecided run
// rather than a valid one.
func badness(v load.Verdict) int {
	switch {
	case v.State == load.Invalid:
		return 2
	case v.State != load.Valid && v.Why != unchecked:
		return 1
	}
	return 0
}

// run makes one of the runs, in its own folder.
func (s *series) run(ctx context.Context, p loadPlan, x float64) (load.Run, error) {
	name := s.name(x)
	folder := filepath.Join(s.folder, fmt.Sprintf("%02d-%s", len(s.points)+1, name))
	if err := os.Mkdir(folder, 0o777); err != nil {
		return load.Run{}, err
	}
	r, err := s.trials.trial(ctx, p, newRunID(), folder)
	if err != nil {
		return r, err
	}
	s.judge(p, name, &r)
	for _, w := range folderReports(folder) {
		if err := w.write(r); err != nil {
			return r, err
		}
	}
	point := load.PointOf(s.param, x, r)
	s.points = append(s.points, point)
	if bad := badness(r.Verdict); len(s.points) == 1 || bad > s.worst || bad == 0 && s.worst == 0 && point.Measured() {
		s.shown, s.worst = r, bad
	}
	s.cut = s.cut || r.Interrupted
	fmt.Fprintf(s.trials.app.stderr, "%s: %s req/s, goodput %s/s, p99 %s, %s\n", name, figure.Number(point.Rate), figure.Number(point.Goodput), figure.Duration(point.P99), point.Verdict)
	return r, nil
}

// result is one run with the figures of all. Its details are those of the first run that was
// invalid, or else not known to be valid, or else of the last run.
func (s *series) result() load.Run {
	r := s.shown
	r.Points, r.Thresholds, r.Interrupted = s.points, s.thresholds, s.cut
	return r
}

// runSweep makes one run for each value.
func (b *trials) runSweep(ctx context.Context, p loadPlan, folder string) (load.Run, error) {
	s := &series{trials: b, folder: folder, param: p.sweep.param}
	for _, x := range p.sweep.values {
		q, err := p.with(p.sweep.param, x)
		if err != nil {
			return s.result(), err
		}
		r, err := s.run(ctx, q, x)
		if err != nil {
			return s.result(), err
		}
		if r.Interrupted {
			break
		}
	}
	return s.result(), errors.Join(s.unjudged...)
}

// errInterrupted ends a search.
var errInterrupted = errors.New("interrupted")

// runSearch looks for the highest load at which the condition does not hold. If the generator
// could not keep up, the figures of a run are not the target's: the run then bounds the search,
// and the report says what the bound was.
func (b *trials) runSearch(ctx context.Context, p loadPlan, folder string) (load.Run, error) {
	s := &series{trials: b, folder: folder, param: "clients"}
	plan := knee.Search{Start: float64(p.flags.clients), Least: 1, Most: loadgen.MaxClients, Whole: true, Within: searchWithin, Searches: searches}
	if p.shape != nil {
		s.param = "rate"
		plan.Start, plan.Least, plan.Most, plan.Whole = p.shape.Rate(0), 0.1, pace.MaxRate, false
	}
	found, err := plan.Run(ctx, func(ctx context.Context, x float64) (knee.Outcome, error) {
		q, err := p.with(s.param, x)
		if err != nil {
			return knee.Missed, err
		}
		r, err := s.run(ctx, q, x)
		if err != nil {
			return knee.Missed, err
		}
		if r.Interrupted {
			return knee.Missed, errInterrupted
		}
		t, err := p.search.Check(r)
		switch {
		case err != nil:
			return knee.Missed, err
		case t.Failed:
			return knee.Missed, nil
		case r.Pace.Bottleneck != "":
			return knee.Unfit, nil
		}
		return knee.Met, nil
	})
	r := s.result()
	if errors.Is(err, errInterrupted) {
		r.Interrupted, err = true, nil
	}
	r.Found = describeKnee(found, s.param, p.search.String())
	if !found.Below {
		r.Knee = found.Knee
	}
	if found.Limited() {
		r.Doubts = append(slices.Clone(r.Doubts), "the generator, not the target, set the limit of the search, so the target's own limit is unknown")
	}
	return r, err
}

// describeKnee describes the result of a search.
func describeKnee(f knee.Found, param, condition string) string {
	number := func(x float64) string {
		text := figure.Number(x)
		switch {
		case param == "rate":
			return text + "/s"
		case x == 1:
			return "1 client"
		}
		return text + " clients"
	}
	switch {
	case f.Searches == 0:
		return "the search was not finished"
	case f.Beyond:
		return fmt.Sprintf("%s does not hold even at %s, the maximum", condition, number(f.Knee))
	case f.Below && f.Limited():
		return fmt.Sprintf("the generator was the bottleneck even at %s, the minimum", number(f.Knee))
	case f.Below:
		return fmt.Sprintf("%s holds even at %s, the minimum", condition, number(f.Knee))
	}
	text := fmt.Sprintf("%s does not hold up to %s (%s to %s in %d searches)", condition, number(f.Knee), number(f.Low), number(f.High), f.Searches)
	switch {
	case f.Limited():
		return text + ", and beyond that the generator was the bottleneck"
	case f.Unfit > 0:
		return fmt.Sprintf("%s; beyond that the generator was the bottleneck in %d of the searches", text, f.Unfit)
	}
	return text
}
