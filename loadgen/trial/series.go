package trial

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
	"ifmatch/reports/load/threshold"
)

// For a search: how often to bisect, how close to get, and how many Trials that is at most
// (doubling from the smallest rate to the largest, then three bisections).
const (
	searches     = 3
	searchWithin = 0.05
	Trials       = 60
)

// Series makes the runs of a sweep or a search, each in a folder of its own below Folder.
type Series struct {
	Bench  *Bench
	Folder string
	Param  string // what differs between the runs, as a flag of ifmatch load

	With       func(x float64) (Plan, error)       // the plan with a value of Param
	Conditions []threshold.Expression              // to judge each run by
	Report     func(r load.Run, dir string) error  // writes the reports of one run into its folder; nil: none
	Ended      func(name string, point load.Point) // told of each run; nil: nobody

	points []load.Point
	shown  load.Run // the run whose details are shown
	worst  int      // badness of the verdict on shown
	cut    bool     // one of the runs was interrupted

	thresholds []load.Threshold // of all runs, each with its point
	unjudged   []error          // conditions for which a run had no figure
}

// name is the name of one of the runs, in reports and folders.
func (s *Series) name(x float64) string {
	return s.Param + "=" + strconv.FormatFloat(x, 'g', 6, 64)
}

// Judge checks conditions on a run. The errors name those that found nothing to compare.
func Judge(conditions []threshold.Expression, r load.Run) (found []load.Threshold, missing []error) {
	for _, e := range conditions {
		t, err := e.Check(r)
		if err != nil {
			missing = append(missing, err)
			continue
		}
		found = append(found, t)
	}
	return found, missing
}

// judge checks the conditions on one of the runs.
func (s *Series) judge(point string, r *load.Run) {
	found, missing := Judge(s.Conditions, *r)
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
	case v.State != load.Valid && v.Why != Unchecked:
		return 1
	}
	return 0
}

// run makes one of the runs, in its own folder.
func (s *Series) run(ctx context.Context, x float64) (load.Run, error) {
	p, err := s.With(x)
	if err != nil {
		return load.Run{}, err
	}
	name := s.name(x)
	dir := filepath.Join(s.Folder, fmt.Sprintf("%02d-%s", len(s.points)+1, name))
	if err := os.Mkdir(dir, 0o777); err != nil {
		return load.Run{}, err
	}
	r, err := s.Bench.Run(ctx, p, NewID(), dir)
	if err != nil {
		return r, err
	}
	s.judge(name, &r)
	if s.Report != nil {
		if err := s.Report(r, dir); err != nil {
			return r, err
		}
	}
	point := load.PointOf(s.Param, x, r)
	s.points = append(s.points, point)
	if bad := badness(r.Verdict); len(s.points) == 1 || bad > s.worst || bad == 0 && s.worst == 0 && point.Measured() {
		s.shown, s.worst = r, bad
	}
	s.cut = s.cut || r.Interrupted
	if s.Ended != nil {
		s.Ended(name, point)
	}
	return r, nil
}

// result is one run with the figures of all. Its details are those of the first run that was
// invalid, or else not known to be valid, or else of the last run.
func (s *Series) result() load.Run {
	r := s.shown
	r.Points, r.Thresholds, r.Interrupted = s.points, s.thresholds, s.cut
	return r
}

// Sweep makes one run for each value. The error also names conditions for which a run had no figure.
func (s *Series) Sweep(ctx context.Context, values []float64) (load.Run, error) {
	for _, x := range values {
		r, err := s.run(ctx, x)
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

// Search looks for the highest load at which the condition does not hold. It begins with the number of clients of a plan,
// or with the rate of its schedule if Param is rate. If the generator could not keep up, the figures of a run are not the
// target's: the run then bounds the search, and the report says what the bound was.
func (s *Series) Search(ctx context.Context, from Plan, condition threshold.Expression) (load.Run, error) {
	plan := knee.Search{Start: float64(from.Clients), Least: 1, Most: loadgen.MaxClients, Whole: true, Within: searchWithin, Searches: searches}
	if s.Param == "rate" {
		plan.Start, plan.Least, plan.Most, plan.Whole = from.Shape.Rate(0), 0.1, pace.MaxRate, false
	}
	found, err := plan.Run(ctx, func(ctx context.Context, x float64) (knee.Outcome, error) {
		r, err := s.run(ctx, x)
		if err != nil {
			return knee.Missed, err
		}
		if r.Interrupted {
			return knee.Missed, errInterrupted
		}
		t, err := condition.Check(r)
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
	r.Found = describeKnee(found, s.Param, condition)
	if !found.Below {
		r.Knee = found.Knee
	}
	if found.Limited() {
		r.Doubts = append(slices.Clone(r.Doubts), "the generator, not the target, set the limit of the search, so the target's own limit is unknown")
	}
	return r, err
}

// describeKnee describes the result of a search.
func describeKnee(f knee.Found, param string, condition threshold.Expression) string {
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
		return fmt.Sprintf("even at %s, the maximum, %s", number(f.Knee), condition.Kept())
	case f.Below && f.Limited():
		return fmt.Sprintf("the generator was the bottleneck even at %s, the minimum", number(f.Knee))
	case f.Below:
		return fmt.Sprintf("%s even at %s, the minimum", condition, number(f.Knee))
	}
	text := fmt.Sprintf("up to %s %s (%s to %s in %d searches)", number(f.Knee), condition.Kept(), figure.Number(f.Low), figure.Number(f.High), f.Searches)
	switch {
	case f.Limited():
		return text + ", and beyond that the generator was the bottleneck"
	case f.Unfit > 0:
		return fmt.Sprintf("%s; beyond that the generator was the bottleneck in %d of the searches", text, f.Unfit)
	}
	return text
}
