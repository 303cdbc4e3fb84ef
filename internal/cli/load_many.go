package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"ifmatch/loadgen"
	"ifmatch/loadgen/knee"
	"ifmatch/loadgen/pace"
	"ifmatch/reports"
	"ifmatch/reports/load"
)

// Of a search: how often to bisect, how close, and how many trials that is at
// most (doubling from the smallest rate to the largest, then three bisections).
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
	shown  load.Run // the run whose details stand for all
	chosen bool     // shown was chosen for good: it is not valid
}

// run makes one of the runs, in a folder of its own.
func (s *series) run(ctx context.Context, p loadPlan, x float64) (load.Run, error) {
	name := fmt.Sprintf("%02d-%s=%s", len(s.points)+1, s.param, strconv.FormatFloat(x, 'g', 6, 64))
	folder := filepath.Join(s.folder, name)
	if err := os.Mkdir(folder, 0o777); err != nil {
		return load.Run{}, err
	}
	r, err := s.trials.trial(ctx, p, newRunID(), folder)
	if err != nil {
		return r, err
	}
	for _, w := range folderReports(folder) {
		if err := reports.WriteFile(w.path, r, w.render); err != nil {
			return r, err
		}
	}
	point := load.Point{
		Param: s.param, Value: x, Rate: r.Contention.Rate, Goodput: r.Contention.Goodput, ConflictRate: r.Contention.ConflictRate,
		AttemptsPer: r.Contention.AttemptsPer.Mean, Jain: r.Contention.Jain, P50: r.Response.P50, P99: r.Response.P99,
		Verdict: r.Verdict.State, Bottleneck: r.Pace.Bottleneck,
	}
	s.points = append(s.points, point)
	if !s.chosen {
		s.shown = r
		s.chosen = r.Verdict.State != load.Valid && r.Verdict.Why != unchecked
	}
	fmt.Fprintf(s.trials.app.stderr, "%s=%s: %.0f req/s, goodput %.0f/s, p99 %s, %s\n", s.param, strconv.FormatFloat(x, 'g', 6, 64), point.Rate, point.Goodput, shortDuration(point.P99), point.Verdict)
	return r, nil
}

// result is the run that stands for all, with what the others came to. What it
// shows in detail is the first that was not valid, or the last.
func (s *series) result(p loadPlan) load.Run {
	r := s.shown
	r.Points = s.points
	return r
}

// runSweep makes one run for each value.
func (b *trials) runSweep(ctx context.Context, p loadPlan, folder string) (load.Run, error) {
	s := &series{trials: b, folder: folder, param: p.sweep.param}
	for _, x := range p.sweep.values {
		q, err := p.with(p.sweep.param, x)
		if err != nil {
			return s.result(p), err
		}
		r, err := s.run(ctx, q, x)
		if err != nil {
			return s.result(p), err
		}
		if r.Interrupted {
			break
		}
	}
	return s.result(p), nil
}

// errInterrupted ends a search.
var errInterrupted = errors.New("interrupted")

// runSearch looks for the highest load at which the condition does not hold. A
// run that the generator could not keep up with counts as one where it does: the
// figures of such a run are not the target's.
func (b *trials) runSearch(ctx context.Context, p loadPlan, folder string) (load.Run, error) {
	s := &series{trials: b, folder: folder, param: "clients"}
	plan := knee.Search{Start: float64(p.flags.clients), Least: 1, Most: loadgen.MaxClients, Whole: true, Within: searchWithin, Searches: searches}
	if p.shape != nil {
		s.param = "rate"
		plan.Start, plan.Least, plan.Most, plan.Whole = p.shape.Rate(0), 0.1, pace.MaxRate, false
	}
	saturated := false
	found, err := plan.Run(ctx, func(ctx context.Context, x float64) (bool, error) {
		q, err := p.with(s.param, x)
		if err != nil {
			return false, err
		}
		r, err := s.run(ctx, q, x)
		if err != nil {
			return false, err
		}
		if r.Interrupted {
			return false, errInterrupted
		}
		t, err := p.search.Check(r)
		if err != nil {
			return false, err
		}
		saturated = saturated || r.Pace.Bottleneck != "" && !t.Failed
		return !t.Failed && r.Pace.Bottleneck == "", nil
	})
	r := s.result(p)
	if errors.Is(err, errInterrupted) {
		r.Interrupted, err = true, nil
	}
	r.Found = describeKnee(found, s.param, p.search.String())
	if saturated {
		r.Found += "; beyond it the generator, not the target, was the bottleneck in at least one run"
	}
	return r, err
}

// describeKnee says what a search found.
func describeKnee(f knee.Found, param, condition string) string {
	number := func(x float64) string {
		text := strconv.FormatFloat(x, 'f', 0, 64)
		if x < 100 {
			text = strconv.FormatFloat(x, 'g', 4, 64)
		}
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
		return fmt.Sprintf("%s does not hold even at %s, the most there is", condition, number(f.Knee))
	case f.Below:
		return fmt.Sprintf("%s holds even at %s, the least there is", condition, number(f.Knee))
	}
	return fmt.Sprintf("%s does not hold up to %s (%s to %s in %d searches)", condition, number(f.Knee), number(f.Low), number(f.High), f.Searches)
}
