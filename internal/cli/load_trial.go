package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"ifmatch/internal/busy"
	"ifmatch/internal/target"
	"ifmatch/internal/weatherproxy"
	"ifmatch/internal/wire"
	"ifmatch/loadgen"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/exporter"
	"ifmatch/loadgen/folder"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/judge"
	"ifmatch/loadgen/stats"
	"ifmatch/loadgen/transport"
	"ifmatch/reference/weather"
	"ifmatch/reports/load"
)

// trials is what the runs of one command share.
type trials struct {
	app      *app
	endpoint loadgen.Endpoint
	info     target.Info
	server   string
	exporter *exporter.Exporter // nil: none
	kept     bool               // the run's folder is kept

	restarter *restarter // nil: the target is left alone
}

// trial runs one plan in a folder, checks its history and returns the result. It writes the
// manifest, the history and vegeta's results; everything else is made from the result.
func (b *trials) trial(ctx context.Context, p loadPlan, run, dir string) (load.Run, error) {
	out := b.describeRun(p)
	if err := folder.WriteManifest(dir, run, out); err != nil {
		return out, err
	}
	results, err := folder.OpenResults(dir, b.kept)
	if err != nil {
		return out, err
	}
	defer results.Close()

	width, live := terminal(b.app.stderr)
	line := newLiveLine(b.app.stderr, width, live, p.flags.duration)
	defer line.end()
	abandon := b.app.abandoning()
	defer line.interrupted(ctx, "interrupted: waiting for the answers under way, then checking and deleting; press Ctrl-C again to leave that out")()
	defer line.interrupted(abandon, "interrupted again: reporting what is known")()

	var acc atomic.Pointer[stats.Accumulator] // nil before the plan is sent
	var along *check.Stream                   // nil unless the check runs along
	var texts *history.Dictionary
	c := loadgen.Config{
		Endpoint: b.endpoint, Workload: p.workload, Options: p.options, Run: run, Prefix: p.flags.prefix, Seed: uint64(p.flags.seed),
		Clients: p.flags.clients, MaxClients: p.flags.maxClients, Shape: p.shape, Warmup: p.flags.warmup, Duration: p.flags.duration, Operations: p.flags.ops,
		Backoff: p.backoff, Transport: p.transport(b.endpoint), Keep: p.flags.keep, Abandon: abandon,
		History: filepath.Join(dir, folder.HistoryFile), Results: results.Writer(), Params: out.Plan.Params,
		Recording: func(book *history.Dictionary) {
			texts = book
			if p.flags.check == "live" {
				along = check.NewStream(book, p.judging())
			}
		},
		Measuring: func(from int64, book *history.Dictionary, schedule func() (requested, dropped int64)) {
			a := stats.New(stats.Options{Book: book, From: from, Scheduled: p.shape != nil, LateAfter: stats.LateAfter, Clients: p.flags.clients, LeaseRate: p.flags.clockRate})
			acc.Store(a)
			line.measuring(a, p.flags.warmup)
			if b.exporter != nil {
				b.exporter.Measuring(exporter.Run{Workload: p.workload.Name, Book: book, From: from, LateAfter: stats.LateAfter, Schedule: schedule})
			}
		},
		Tap: func(batch []history.Event, watermark int64) {
			if along != nil {
				along.Add(batch)
				along.Mark(watermark)
			}
			if a := acc.Load(); a != nil {
				a.Add(batch)
			}
			if b.exporter != nil {
				b.exporter.Add(batch)
			}
		},
	}
	if p.part != nil {
		c.Shard, c.Shards, c.StartAt = p.part.I, p.part.N, p.part.Start
	}
	var sky *weather.Sky
	if p.weather != nil {
		var front *weatherproxy.Front
		if sky, front, err = expose(ctx, &c, *p.weather); err != nil {
			return out, err
		}
		defer front.Close()
	}
	if b.restarter != nil {
		b.restarter.during(ctx, &c)
	}
	meter := busy.Start()
	o, err := loadgen.Run(ctx, c)
	waited := meter.Waited()
	if err != nil && (acc.Load() == nil || errors.Is(err, loadgen.ErrPrepare)) {
		return out, err
	}
	line.say("checking the history")
	out = b.measured(p, out, o, acc.Load())
	out.Pace.Waited = waited
	if sky != nil {
		out.Weather, _ = met(sky)
	}
	if b.restarter != nil {
		out.Restarts = b.restarter.times
		err = errors.Join(err, b.restarter.failed)
	}
	if errors.Is(err, loadgen.ErrDrain) {
		out.Doubts = append(out.Doubts, "the final state could not be read, so a loss of the last writes would not show")
	}
	err = errors.Join(err, results.Close())
	if along != nil {
		complete, why := err == nil, ""
		if !complete {
			why = "the recording ended with an error"
		}
		origin := history.Header{Run: run, Endpoints: out.Target.Endpoints}
		out.Verdict = judge.Of(along.Close(complete, why), origin, texts)
	} else {
		v, judged := until(abandon, func() (load.Verdict, error) { return b.judge(p, dir) })
		if abandon.Err() != nil {
			v, judged, out.Interrupted = load.Verdict{State: load.Undecided, Why: unfinished}, nil, true
		}
		out.Verdict = v
		err = errors.Join(err, judged)
	}
	if b.kept {
		out.Verdict.History = folder.Digest(filepath.Join(dir, folder.HistoryFile))
	}
	line.end()
	if o.Unclean != nil {
		fmt.Fprintf(b.app.stderr, "warning: the run could not delete everything it created: %v%s\n", o.Unclean, p.sweeping(run))
	}
	return out, err
}

// sweeping describes the command that deletes what a run left behind. It contains no secret, and
// it works as shown, or says what it needs.
func (p loadPlan) sweeping(run string) string {
	t := p.flags.target
	if t.spec == referenceTarget {
		return "" // the reference is gone, with everything it held
	}
	needs := ""
	if spec := strings.ToLower(t.spec); !strings.HasPrefix(spec, "@") &&
		(wire.Redact(t.spec) != t.spec || strings.Contains(spec, "accountkey") || strings.Contains(spec, "sig=") || strings.Contains(spec, "sharedaccesssignature")) {
		t.spec, needs = "env", ", with the connection string in "+target.ConnectionVariable
	}
	return fmt.Sprintf("; ifmatch sweep%s --prefix %s --run-id %s does it%s", t.flagText(), p.flags.prefix, run, needs)
}

// describeRun is what is known about a run before it begins.
func (b *trials) describeRun(p loadPlan) load.Run {
	out := load.Run{
		Schema: load.Schema, Kind: "load",
		Tool:   load.Tool{Name: "ifmatch", Version: version(), Go: runtime.Version()},
		Host:   load.Host{OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
		Target: load.Target{Name: b.info.Name, Endpoints: map[string]string{}, Versions: map[string]string{}, Server: b.server},
		Plan: load.Plan{
			Workload: p.workload.Name, Sentence: p.workload.Sentence, Invariant: p.workload.Invariant,
			Shape: p.describeShape(), Open: p.shape != nil, Seed: uint64(p.flags.seed), Params: p.params(),
		},
		Started: time.Now().UTC(),
	}
	for _, s := range p.workload.Services {
		out.Target.Endpoints[string(s)] = b.endpoint.Services[s]
		out.Target.Versions[string(s)] = loadgen.DefaultVersion
		if v := b.endpoint.Versions[s]; v != "" {
			out.Target.Versions[string(s)] = v
		}
	}
	return out
}

// measured adds what the run measured.
func (b *trials) measured(p loadPlan, out load.Run, o loadgen.Outcome, acc *stats.Accumulator) load.Run {
	m := acc.Finish(o.To)
	m.Schema, m.Kind, m.Tool, m.Host, m.Target, m.Plan, m.Started = out.Schema, out.Kind, out.Tool, out.Host, out.Target, out.Plan, out.Started
	m.Interrupted = o.Interrupted
	m.Contention.BytesOut = o.BytesOut
	m.Pace.Clients = o.Clients
	if b.info.Kind != "embedded" { // otherwise it includes the target's CPU time
		m.Pace.CPUSeconds = o.CPU.Seconds()
	}
	if p.shape != nil {
		m.Pace.Requested = o.Requested
		m.Pace.Dropped = max(0, m.Pace.Requested-m.Pace.Sent)
	}
	m.Pace.Bottleneck = stats.Bottleneck(m)
	m.Doubts = stats.Doubts(m)
	return m
}

// judge checks the recorded history.
func (b *trials) judge(p loadPlan, dir string) (load.Verdict, error) {
	if p.flags.check == "off" {
		return load.Verdict{State: load.Undecided, Why: unchecked}, nil
	}
	if p.part != nil {
		return load.Verdict{State: load.Undecided, Why: sharded}, nil
	}
	h, err := history.ReadFile(filepath.Join(dir, folder.HistoryFile))
	if err != nil {
		return load.Verdict{}, fmt.Errorf("check the history: %w", err)
	}
	return judge.History(h, p.judging(), p.flags.selfTest, uint64(p.flags.seed)), nil
}

// sharded says why a part of a run proves nothing alone.
const sharded = "one shard alone proves nothing: run ifmatch check on the folder of all shards to judge the whole"

// unfinished says why a run whose check was interrupted proves nothing.
const unfinished = "the check was interrupted; with --out DIR, ifmatch check DIR judges the history later"

// unchecked says why a run with --check off proves nothing.
const unchecked = "the history was not checked, as --check off says"

func (p loadPlan) judging() check.Options {
	return check.Options{Rate: p.flags.clockRate, Needs: p.workload.Needs, Limit: p.flags.checkLimit}
}

// transport is the HTTP transport of the run.
func (p loadPlan) transport(e loadgen.Endpoint) transport.Transport {
	o := transport.Options{Timeout: p.flags.target.timeout}
	switch p.flags.transport {
	case "auto":
		return e.TransportTo(p.workload.Services, o)
	case "lean":
		return transport.NewLean(o)
	}
	return transport.NewNetHTTP(o)
}
