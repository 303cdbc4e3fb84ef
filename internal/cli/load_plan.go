package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/loading"
	"ifmatch/internal/target"
	"ifmatch/loadgen"
	"ifmatch/loadgen/backoff"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/pace"
	"ifmatch/loadgen/shard"
	"ifmatch/loadgen/trial"
	"ifmatch/loadgen/workload"
	"ifmatch/reference/weather"
	"ifmatch/reports/load"
	"ifmatch/reports/load/threshold"
)

// loadPlan is a run with all flags checked; nothing was sent or written yet.
type loadPlan struct {
	flags      loadFlags
	workload   workload.Workload
	options    workload.Options
	shape      pace.Shape
	backoff    backoff.Policy
	thresholds []threshold.Expression
	sweep      *sweepPlan
	search     *threshold.Expression
	weather    *weather.Spec  // nil: none
	part       *shard.Process // nil: this process sends the whole load
	reports    []report[load.Run]
}

// prepareLoad checks everything that can be checked without the network.
func (a *app) prepareLoad(cmd *cobra.Command, f loadFlags, args []string) (loadPlan, error) {
	p := loadPlan{flags: f}
	w, err := f.findWorkload(args)
	if err != nil {
		return p, err
	}
	p.workload = w
	if p.options, err = workloadOptions(f.options, cmd.Flags(), w); err != nil {
		return p, err
	}
	if err := f.checkBounds(cmd.Flags()); err != nil {
		return p, err
	}
	if err := f.checkSMB(w); err != nil {
		return p, err
	}
	if f.rate != "" {
		if p.shape, err = pace.Parse(f.rate, f.duration); err != nil {
			return p, usage("for instance --rate 2000", err)
		}
	}
	if p.backoff, err = backoff.Parse(f.backoff); err != nil {
		return p, usage("for instance --backoff exponential:10ms:250ms", err)
	}
	if p.part, err = f.shard.parse(a.getenv); err != nil {
		return p, err
	}
	if err := f.checkShard(p.part); err != nil {
		return p, err
	}
	if p.part != nil && p.shape != nil {
		p.shape = pace.Share(p.shape, p.part.I, p.part.N)
	}
	if p.weather, err = parseWeather(f.weather, f.seed); err != nil {
		return p, err
	}
	for _, text := range f.failIf {
		e, err := p.condition(text)
		if err != nil {
			return p, err
		}
		p.thresholds = append(p.thresholds, e)
	}
	if f.search != "" {
		e, err := p.condition(f.search)
		if err != nil {
			return p, err
		}
		p.search = &e
	}
	if f.sweep != "" {
		if p.sweep, err = parseSweep(f.sweep, f); err != nil {
			return p, err
		}
	}
	if err := p.checkUse(cmd.Flags()); err != nil {
		return p, err
	}
	if p.reports, err = f.reports.parse(a); err != nil {
		return p, err
	}
	if f.render.engine != "" {
		return p, nil // the folder is on other machines
	}
	if p.part != nil {
		return p, flagged("--out", loading.CheckShard(p.part.Folder(f.out)))
	}
	return p, flagged("--out", loading.CheckRun(f.out))
}

// checkUse refuses flags that the runs would ignore in combination with others.
func (p loadPlan) checkUse(flags *pflag.FlagSet) error {
	if s := p.sweep; s != nil && flags.Changed(s.param) {
		return usagef("leave --"+s.param+" out", "--sweep %s sets the value of each run, and --%s sets another", s.param, s.param)
	}
	if p.search != nil && p.shape != nil {
		if _, err := strconv.ParseFloat(strings.TrimSpace(p.flags.rate), 64); err != nil {
			return usagef("give the rate to start with, for instance --rate 1000", "--search keeps one rate for a whole run, and --rate is %s", p.shape)
		}
	}
	skewed, keys := p.options.Zipf > 1 && flags.Changed("zipf"), p.options.Keys > 1
	if s := p.sweep; s != nil {
		skewed = skewed || s.param == "zipf" && slices.Max(s.values) > 0
		keys = keys || s.param == "keys" && slices.Max(s.values) > 1
	}
	if skewed && !keys {
		return usagef("for instance --keys 16", "--zipf skews the choice among keys, and there is only one key")
	}
	return nil
}

// condition parses a condition that the run can meet or miss.
func (p loadPlan) condition(text string) (threshold.Expression, error) {
	e, err := threshold.Parse(text)
	if err != nil {
		return e, usage("metrics: "+strings.Join(threshold.Metrics(), ", "), err)
	}
	if err := e.Fits(p.workload.Operations, p.flags.scheduled()); err != nil {
		return e, usage("", err)
	}
	return e, nil
}

// runs are the plans of the runs: one, or those of a sweep.
func (p loadPlan) runs() (all []trial.Plan, err error) {
	if p.sweep == nil {
		return []trial.Plan{p.trial()}, nil
	}
	for _, x := range p.sweep.values {
		q, err := p.with(p.sweep.param, x)
		if err != nil {
			return nil, err
		}
		all = append(all, q.trial())
	}
	return all, nil
}

// checkOptions lets the workload check its options, for every run of the plan.
func (p loadPlan) checkOptions(e loadgen.Endpoint) error {
	plans, err := p.runs()
	if err != nil {
		return err
	}
	for _, q := range plans {
		run := trial.NewID()
		_, err := q.Workload.New(workload.Env{
			Run: run, Prefix: q.Prefix, Options: q.Options, Book: history.NewDictionary(run), Now: func() int64 { return 0 },
			Clients: q.Clients, Endpoints: e.Services,
		})
		if err != nil {
			return usage(fmt.Sprintf("%q shows the flags", "ifmatch load --help"), err)
		}
	}
	return nil
}

// permit refuses to load a target on another machine unless that was requested, and says what the
// load would amount to.
func (p loadPlan) permit(info target.Info) error {
	if info.Loopback || p.flags.really {
		return nil
	}
	return usagef(p.costs()+" Add --yes-really-load to send them", "%s is not on this machine", info.Name)
}

// costs estimates what the runs amount to, in a sentence.
func (p loadPlan) costs() string {
	all, _ := p.runs() // prepareLoad has tried the values
	return loading.Costs(p.trial(), all, p.search != nil)
}

// trial is one run of the plan.
func (p loadPlan) trial() trial.Plan {
	f := p.flags
	t := trial.Plan{
		Workload: p.workload, Options: p.options, Clients: f.clients, MaxClients: f.maxClients, Shape: p.shape, Rate: f.rate,
		Warmup: f.warmup, Duration: f.duration, Operations: f.ops, Backoff: p.backoff, Transport: f.transport, Timeout: f.target.timeout,
		Seed: f.seed, Prefix: f.prefix, Keep: f.keep, Check: f.check, ClockRate: f.clockRate, CheckLimit: f.checkLimit,
		Process: p.part,
	}
	if p.weather != nil {
		t.Weather = p.weather.String()
	}
	if f.restart != "" {
		t.Restart = f.every
	}
	return t
}

// intention describes what the command will do.
func (p loadPlan) intention() string {
	switch {
	case p.sweep != nil && p.sweep.param == "clients":
		return fmt.Sprintf("a run for each of %s, in a closed loop%s", p.flags.sweep, p.trial().Length())
	case p.sweep != nil && p.sweep.param == "rate":
		return fmt.Sprintf("a run for each of %s%s", p.flags.sweep, p.trial().Length())
	case p.sweep != nil:
		return fmt.Sprintf("a run for each of %s, with %s", p.flags.sweep, p.trial())
	case p.search != nil:
		return fmt.Sprintf("a search for the highest load at which %s does not hold, beginning with %s", p.search, p.trial())
	}
	return p.trial().String()
}
