// Package trial makes whole runs of a load: it sends a plan to an endpoint, records and measures what happens, checks
// the history, and returns the result that reports show.
//
// A Bench is the endpoint with everything around it. Its Run makes one run in a folder; a Series makes those of a sweep
// or of a search for the highest load that a target can bear.
package trial

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"ifmatch/internal/busy"
	"ifmatch/loadgen"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/exporter"
	"ifmatch/loadgen/folder"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/judge"
	"ifmatch/loadgen/stats"
	"ifmatch/loadgen/supervise"
	"ifmatch/reports/load"
)

// Bench is what the runs of one command share. Only Endpoint must be set.
type Bench struct {
	Endpoint  loadgen.Endpoint
	Name      string               // of the target, for reports
	Server    string               // what the target calls itself
	Beside    bool                 // the target runs in this process, and its CPU time cannot be told apart
	Tool      load.Tool            // who sends
	Kept      bool                 // the run's folder is kept
	Exporter  *exporter.Exporter   // nil: none
	Restarter *supervise.Restarter // nil: the target is left alone
	Abandon   context.Context      // when it ends, a run waits for nothing more, not even its verdict; nil: never
	Watch     func(Plan) Watcher   // shows the progress of a run; nil: nobody does

	// Weather changes the configuration so that requests are disturbed until the plan is sent. It returns what says
	// afterwards how often each kind occurred, and a function that ends it. Nil: the weather is fine.
	Weather func(context.Context, *loadgen.Config) (met func() map[string]int64, end func(), err error)
}

// Watcher is told how a run proceeds.
type Watcher interface {
	Measuring(*stats.Accumulator) // the plan is being sent
	Checking()                    // it was sent, and the history is being checked
	Unclean(run string, why error)
	End() // may be called more than once
}

// Reasons of a verdict that is none.
const (
	Sharded    = "one shard alone proves nothing: run ifmatch check on the folder of all shards to judge the whole"
	Unchecked  = "the history was not checked, as --check off says"
	unfinished = "the check was interrupted; with --out DIR, ifmatch check DIR judges the history later"
)

// Run makes one run in a folder, which must exist, checks its history and returns the result. It writes the manifest,
// the history and vegeta's results; everything else is made from the result. With an error, the result is what is known.
func (b *Bench) Run(ctx context.Context, p Plan, run, dir string) (load.Run, error) {
	if p.ClockRate == 0 {
		p.ClockRate = 1
	}
	out := b.describe(p)
	if err := folder.WriteManifest(dir, run, out); err != nil {
		return out, err
	}
	results, err := folder.OpenResults(dir, b.Kept)
	if err != nil {
		return out, err
	}
	defer results.Close()
	w := b.watcher(p)
	defer w.End()
	r := &recording{bench: b, plan: p, watcher: w}
	c := r.config(run, dir, out.Plan.Params)
	c.Results = results.Writer()
	met := func() map[string]int64 { return nil }
	if b.Weather != nil {
		var end func()
		if met, end, err = b.Weather(ctx, &c); err != nil {
			return out, err
		}
		defer end()
	}
	if b.Restarter != nil {
		b.Restarter.During(ctx, &c)
	}
	meter := busy.Start()
	o, err := loadgen.Run(ctx, c)
	waited := meter.Waited()
	if err != nil && (r.acc.Load() == nil || errors.Is(err, loadgen.ErrPrepare)) {
		return out, err
	}
	w.Checking()
	out = b.measured(p, out, o, r.acc.Load())
	out.Pace.Waited, out.Weather = waited, met()
	if b.Restarter != nil {
		out.Restarts = b.Restarter.Times
		err = errors.Join(err, b.Restarter.Failed)
	}
	if errors.Is(err, loadgen.ErrDrain) {
		out.Doubts = append(out.Doubts, "the final state could not be read, so a loss of the last writes would not show")
	}
	out, err = b.judged(r, run, dir, out, errors.Join(err, results.Close()))
	w.End()
	if o.Unclean != nil {
		w.Unclean(run, o.Unclean)
	}
	return out, err
}

// watcher is who watches the run.
func (b *Bench) watcher(p Plan) Watcher {
	if b.Watch == nil {
		return nobody{}
	}
	return b.Watch(p)
}

// nobody watches.
type nobody struct{}

func (nobody) Measuring(*stats.Accumulator) {}
func (nobody) Checking()                    {}
func (nobody) Unclean(string, error)        {}
func (nobody) End()                         {}

// recording is a run while it is sent.
type recording struct {
	bench   *Bench
	plan    Plan
	watcher Watcher

	acc   atomic.Pointer[stats.Accumulator] // nil before the plan is sent
	along *check.Stream                     // nil unless the check runs along
	texts *history.Dictionary
}

// config is the run's configuration, in which everything recorded is measured, too.
func (r *recording) config(run, dir string, params map[string]string) loadgen.Config {
	b, p := r.bench, r.plan
	c := loadgen.Config{
		Endpoint: b.Endpoint, Workload: p.Workload, Options: p.Options, Run: run, Prefix: p.Prefix, Seed: uint64(p.Seed),
		Clients: p.Clients, MaxClients: p.MaxClients, Shape: p.Shape, Warmup: p.Warmup, Duration: p.Duration, Operations: p.Operations,
		Backoff: p.Backoff, Transport: p.transport(b.Endpoint), Keep: p.Keep, Abandon: b.Abandon,
		History: filepath.Join(dir, folder.HistoryFile), Params: params,
		Recording: func(book *history.Dictionary) {
			r.texts = book
			if p.Check == "live" {
				r.along = check.NewStream(book, p.judging())
			}
		},
		Measuring: func(from int64, book *history.Dictionary, schedule func() (requested, dropped int64)) {
			a := stats.New(stats.Options{Book: book, From: from, Scheduled: p.Shape != nil, LateAfter: stats.LateAfter, Clients: p.Clients, LeaseRate: p.ClockRate})
			r.acc.Store(a)
			r.watcher.Measuring(a)
			if b.Exporter != nil {
				b.Exporter.Measuring(exporter.Run{Workload: p.Workload.Name, Book: book, From: from, LateAfter: stats.LateAfter, Schedule: schedule})
			}
		},
		Tap: r.tap,
	}
	if p.Process != nil {
		c.Shard, c.Shards, c.StartAt = p.Process.I, p.Process.N, p.Process.Start
	}
	return c
}

// tap takes what was recorded.
func (r *recording) tap(batch []history.Event, watermark int64) {
	if r.along != nil {
		r.along.Add(batch)
		r.along.Mark(watermark)
	}
	if a := r.acc.Load(); a != nil {
		a.Add(batch)
	}
	if r.bench.Exporter != nil {
		r.bench.Exporter.Add(batch)
	}
}

// describe is what is known about a run before it begins.
func (b *Bench) describe(p Plan) load.Run {
	out := load.Run{
		Schema: load.Schema, Kind: "load", Tool: b.Tool,
		Host:   load.Host{OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
		Target: load.Target{Name: b.Name, Endpoints: map[string]string{}, Versions: map[string]string{}, Server: b.Server},
		Plan: load.Plan{
			Workload: p.Workload.Name, Sentence: p.Workload.Sentence, Invariant: p.Workload.Invariant,
			Shape: p.String(), Open: p.Shape != nil, Seed: uint64(p.Seed), Params: p.params(),
		},
		Started: time.Now().UTC(),
	}
	for _, s := range p.Workload.Services {
		out.Target.Endpoints[string(s)] = b.Endpoint.Services[s]
		out.Target.Versions[string(s)] = loadgen.DefaultVersion
		if v := b.Endpoint.Versions[s]; v != "" {
			out.Target.Versions[string(s)] = v
		}
	}
	return out
}

// measured adds what the run measured.
func (b *Bench) measured(p Plan, out load.Run, o loadgen.Outcome, acc *stats.Accumulator) load.Run {
	m := acc.Finish(o.To)
	m.Schema, m.Kind, m.Tool, m.Host, m.Target, m.Plan, m.Started = out.Schema, out.Kind, out.Tool, out.Host, out.Target, out.Plan, out.Started
	m.Interrupted = o.Interrupted
	m.Contention.BytesOut = o.BytesOut
	m.Pace.Clients = o.Clients
	if !b.Beside { // otherwise it includes the target's CPU time
		m.Pace.CPUSeconds = o.CPU.Seconds()
	}
	if p.Shape != nil {
		m.Pace.Requested = o.Requested
		m.Pace.Dropped = max(0, m.Pace.Requested-m.Pace.Sent)
	}
	m.Pace.Bottleneck = stats.Bottleneck(m)
	m.Doubts = stats.Doubts(m)
	return m
}

// judged adds the verdict. The error is that of the run so far.
func (b *Bench) judged(r *recording, run, dir string, out load.Run, err error) (load.Run, error) {
	if r.along != nil {
		complete, why := err == nil, ""
		if !complete {
			why = "the recording ended with an error"
		}
		origin := history.Header{Run: run, Endpoints: out.Target.Endpoints}
		out.Verdict = judge.Of(r.along.Close(complete, why), origin, r.texts)
	} else {
		v, done, failed := b.verdict(r.plan, dir)
		out.Verdict, out.Interrupted = v, out.Interrupted || !done
		err = errors.Join(err, failed)
	}
	if b.Kept {
		out.Verdict.History = folder.Digest(filepath.Join(dir, folder.HistoryFile))
	}
	return out, err
}

// verdict checks the recorded history, unless that is abandoned. What is left of it then shares nothing with the rest.
func (b *Bench) verdict(p Plan, dir string) (v load.Verdict, done bool, err error) {
	abandoned := (<-chan struct{})(nil)
	if b.Abandon != nil {
		abandoned = b.Abandon.Done()
	}
	finished := make(chan struct{})
	var found load.Verdict
	var failed error
	go func() {
		found, failed = recorded(p, dir)
		close(finished)
	}()
	select {
	case <-finished:
		if b.Abandon == nil || b.Abandon.Err() == nil {
			return found, true, failed
		}
	case <-abandoned:
	}
	return load.Verdict{State: load.Undecided, Why: unfinished}, false, nil
}

// recorded is the verdict on the recorded history.
func recorded(p Plan, dir string) (load.Verdict, error) {
	if p.Check == "off" {
		return load.Verdict{State: load.Undecided, Why: Unchecked}, nil
	}
	if p.Process != nil {
		return load.Verdict{State: load.Undecided, Why: Sharded}, nil
	}
	h, err := history.ReadFile(filepath.Join(dir, folder.HistoryFile))
	if err != nil {
		return load.Verdict{}, fmt.Errorf("check the history: %w", err)
	}
	return judge.History(h, p.judging()), nil
}
