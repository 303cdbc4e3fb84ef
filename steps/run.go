package steps

import (
	"context"
	"errors"
	"time"

	"ifmatch/internal/busy"
	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/steps/court"
	"ifmatch/steps/scenario"
)

// run is the state that all scenarios of one run share.
type run struct {
	cfg      Config
	stage    *scenario.Stage
	court    *court.Court
	progress *progress
	end      context.CancelCauseFunc // ends the run early, by a stopped
	silence  court.Silence
	meter    busy.Meter
	slots    chan struct{} // one for each scenario that goes on without waiting
	again    int           // how often cases have been tried before
}

// stopped is why a run ended early; the first reason given counts. Cases that have not ended by then get no verdict.
type stopped string

func (s stopped) Error() string { return string(s) }

// heard notes whether a request got an answer. After several unanswered ones in a row the
// target is asked whether it is still there.
func (r *run) heard(ctx context.Context, service target.Service, answered bool) {
	if !r.silence.Heard(answered) {
		return
	}
	defer r.silence.Asked()
	// The question may meet bad weather, too; but silence is waited for only once.
	for range severalQuestions {
		err := Preflight(ctx, r.cfg.Target, []target.Service{service}, r.cfg.Timeout)
		var p *PreflightError
		if ctx.Err() != nil || !errors.As(err, &p) || p.Kind != Unreachable {
			return
		}
		if p.silent && !r.stage.Halves.End() { // a half-sent body may be in the way
			break
		}
	}
	if ctx.Err() == nil {
		r.stage.Gone.Store(true)
		r.end(stopped(StoppedAnswering))
	}
}

// StoppedAnswering is why a run ends early whose target is gone.
const StoppedAnswering = "the target stopped answering"

// severalQuestions is how often a target is asked whether it is still there.
const severalQuestions = 3

// result puts the verdicts into the plan's order.
func (r *run) result(ctx context.Context, started time.Time) reports.Run {
	info := r.cfg.Target.Info()
	out := reports.Run{
		Schema: reports.Schema, Tool: r.cfg.Tool, Started: started.UTC(), Seconds: time.Since(started).Seconds(),
		Target: reports.Target{Name: info.Name, Kind: info.Kind, Account: info.Account, AccountFacts: r.cfg.Account,
			Endpoints: map[string]string{}, Versions: map[string]string{}},
		Plan:      reports.Plan{Seed: r.cfg.Seed, Hash: r.cfg.Plan.Hash, RunID: r.stage.Names.Run, Level: r.cfg.Level},
		Scenarios: r.court.Scenarios(), Found: r.court.Unproven(), Late: r.court.Late(), Weather: r.court.Weather(),
		Waited: r.meter.Waited(),
	}
	for s, u := range info.Endpoints {
		out.Target.Endpoints[string(s)] = wire.RedactURL(u)
	}
	for s, v := range info.Versions {
		out.Target.Versions[string(s)] = v
	}
	out.Summary.Planned = len(r.cfg.Plan.Cases)
	for _, sc := range out.Scenarios {
		out.Summary.Add(sc.Status)
		if sc.ProbeOf != "" {
			out.Summary.Planned++
		}
	}
	out.Incomplete = ctx.Err() != nil || out.Summary.Check() != nil
	if why := stopped(""); out.Incomplete && errors.As(context.Cause(ctx), &why) {
		out.Stopped = string(why)
	}
	if left := r.stage.Left.Load(); left != nil {
		out.Left = wire.Redact(*left)
	}
	return out
}
