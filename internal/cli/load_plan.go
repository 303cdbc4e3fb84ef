package cli

import (
	"cmp"
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
	"ifmatch/loadgen/trial"
	"ifmatch/loadgen/workload"
	"ifmatch/reference/weather"
	"ifmatch/reports/load"
	"ifmatch/reports/load/threshold"
)

// loadPlan is a run with all flags checked; nothing was sent or written yet.
type loadPlan struct {
	loadFlags
	conditions []threshold.Expression // of --fail-if
	varied     *sweepPlan             // nil: one run
	limit      *threshold.Expression  // nil: no search
	sky        *weather.Spec          // nil: nothing disturbs the requests
	wanted     []report[load.Run]
}

// prepareLoad checks everything that can be checked without the network.
func (a *app) prepareLoad(cmd *cobra.Command, f loadFlags, args []string) (loadPlan, error) {
	p, err := f.plan(cmd.Flags(), args)
	if err != nil {
		return p, err
	}
	if p.Process, err = f.many.parse(a.getenv); err != nil {
		return p, err
	}
	if err := p.checkShard(); err != nil {
		return p, err
	}
	if p.Process != nil && p.Shape != nil {
		p.Shape = pace.Share(p.Shape, p.Process.I, p.Process.N)
	}
	if err := p.parse(); err != nil {
		return p, err
	}
	if err := p.checkUse(cmd.Flags()); err != nil {
		return p, err
	}
	if p.wanted, err = f.reports.parse(a); err != nil {
		return p, err
	}
	if f.many.engine != "" {
		return p, nil // the folder is on other machines
	}
	if p.Process != nil {
		return p, flagged("--out", loading.CheckShard(p.Process.Folder(f.out)))
	}
	return p, flagged("--out", loading.CheckRun(f.out))
}

// plan is what one process sends to the workload that the arguments name.
func (f loadFlags) plan(flags *pflag.FlagSet, args []string) (loadPlan, error) {
	var err error
	if f.Workload, err = f.findWorkload(args); err != nil {
		return loadPlan{}, err
	}
	if err := cmp.Or(f.setOptions(flags), f.checkBounds(flags), f.checkSMB()); err != nil {
		return loadPlan{}, err
	}
	if f.Rate != "" {
		if f.Shape, err = pace.Parse(f.Rate, f.Duration); err != nil {
			return loadPlan{}, usage("for instance --rate 2000", err)
		}
	}
	if f.Backoff, err = backoff.Parse(f.backoff); err != nil {
		return loadPlan{}, usage("for instance --backoff exponential:10ms:250ms", err)
	}
	f.Timeout = f.target.timeout
	if f.restart == "" {
		f.Restart = 0
	}
	return loadPlan{loadFlags: f}, nil
}

// parse reads what disturbs the runs, what is demanded of them, and how many there are.
func (p *loadPlan) parse() (err error) {
	if p.sky, err = parseWeather(p.weather, p.Seed); err != nil {
		return err
	}
	if p.sky != nil {
		p.Weather = p.sky.String()
	}
	for _, text := range p.failIf {
		e, err := p.condition(text)
		if err != nil {
			return err
		}
		p.conditions = append(p.conditions, e)
	}
	if p.search != "" {
		e, err := p.condition(p.search)
		if err != nil {
			return err
		}
		p.limit = &e
	}
	if p.sweep != "" {
		p.varied, err = parseSweep(p.sweep, p.Plan)
	}
	return err
}

// checkUse refuses flags that the runs would ignore in combination with others.
func (p loadPlan) checkUse(flags *pflag.FlagSet) error {
	if s := p.varied; s != nil && flags.Changed(s.param) {
		return usagef("leave --"+s.param+" out", "--sweep %s sets the value of each run, and --%s sets another", s.param, s.param)
	}
	if p.limit != nil && p.Shape != nil {
		if _, err := strconv.ParseFloat(strings.TrimSpace(p.Rate), 64); err != nil {
			return usagef("give the rate to start with, for instance --rate 1000", "--search keeps one rate for a whole run, and --rate is %s", p.Shape)
		}
	}
	skewed, keys := p.Options.Zipf > 1 && flags.Changed("zipf"), p.Options.Keys > 1
	if s := p.varied; s != nil {
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
	if err := e.Fits(p.Workload.Operations, p.scheduled()); err != nil {
		return e, usage("", err)
	}
	return e, nil
}

// runs are the plans of the runs: one, or those of a sweep.
func (p loadPlan) runs() []trial.Plan {
	if p.varied == nil {
		return []trial.Plan{p.Plan}
	}
	return mapped(p.varied.values, func(x float64) trial.Plan {
		q, _ := vary(p.Plan, p.varied.param, x) // parseSweep has tried the values
		return q
	})
}

// checkOptions lets the workload check its options, for every run of the plan.
func (p loadPlan) checkOptions(e loadgen.Endpoint) error {
	for _, q := range p.runs() {
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
	if info.Loopback || p.really {
		return nil
	}
	return usagef(p.costs()+" Add --yes-really-load to send them", "%s is not on this machine", info.Name)
}

// costs estimates what the runs amount to, in a sentence.
func (p loadPlan) costs() string { return loading.Costs(p.Plan, p.runs(), p.limit != nil) }

// intention describes what the command will do.
func (p loadPlan) intention() string {
	switch {
	case p.varied != nil && p.varied.param == "clients":
		return fmt.Sprintf("a run for each of %s, in a closed loop%s", p.sweep, p.Length())
	case p.varied != nil && p.varied.param == "rate":
		return fmt.Sprintf("a run for each of %s%s", p.sweep, p.Length())
	case p.varied != nil:
		return fmt.Sprintf("a run for each of %s, with %s", p.sweep, p.Plan)
	case p.limit != nil:
		return fmt.Sprintf("a search for the highest load at which %s does not hold, beginning with %s", p.limit, p.Plan)
	}
	return p.Plan.String()
}
