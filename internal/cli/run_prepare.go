package cli

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"ifmatch/internal/judging"
	"ifmatch/internal/target"
	"ifmatch/internal/weatherproxy"
	"ifmatch/reference/weather"
	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// prepared is a run with all flags checked; nothing was sent yet.
type prepared struct {
	judging.Session
	flags    runFlags
	reports  []report[reports.Run]
	profiles []plan.Profile // the clients that the target is judged for
	sky      *weather.Sky   // the weather that the cases meet; nil: none
}

// prepare checks everything that can be checked without the network.
func (a *app) prepare(f runFlags) (prepared, error) {
	if f.Concurrency < 1 {
		return prepared{}, usagef("it must be at least 1", "--concurrency is %d", f.Concurrency)
	}
	if err := cmp.Or(checkPrefix(f.Prefix), flagged("--require", judging.CheckRequire(f.require))); err != nil {
		return prepared{}, err
	}
	sky, err := runWeather(f.weather, f.Seed, f.against)
	if err != nil {
		return prepared{}, err
	}
	profiles, err := a.profiles(f.profiles)
	if err != nil {
		return prepared{}, err
	}
	selection := f.selection
	for _, chosen := range profiles {
		selection.selects = slices.Concat(selection.selects, chosen.Selectors())
	}
	wanted, err := f.reports.parse(a)
	if err != nil {
		return prepared{}, err
	}
	known, err := f.baseline.open(a, wanted)
	if err != nil {
		return prepared{}, err
	}
	t, err := f.target.open(a, nil, f.Seed)
	if err != nil {
		return prepared{}, err
	}
	p, err := a.plan(selection, f.Seed) // this takes longer than everything above
	if err != nil {
		return prepared{}, err
	}
	t, there, absent, err := judging.Narrow(t, p, len(f.selection.services) > 0, func(services []target.Service) (target.Target, error) {
		return f.target.open(a, services, f.Seed)
	})
	if err != nil {
		return prepared{}, err
	}
	var disturb func(target.Target) target.Target
	if sky != nil {
		disturb = func(t target.Target) target.Target { return weatherproxy.Under(t, sky) }
	}
	config := f.Config
	config.Target, config.Plan, config.Timeout, config.RunID = t, p, f.target.timeout, scenario.RunID(t, f.Seed)
	config.Tool = reports.Tool{Name: "ifmatch", Version: version(), Go: runtime.Version()}
	return prepared{flags: f, reports: wanted, profiles: profiles, sky: sky, Session: judging.Session{
		Config: config, Offered: there, Absent: absent, Known: known, Disturb: disturb,
	}}, nil
}

// prepareNewest is prepare; if --api-version is newest, it first asks the services which version
// they know, because the cases depend on it.
func (a *app) prepareNewest(ctx context.Context, f runFlags) (prepared, error) {
	newest := f.target.apiVersion == newestVersion
	if newest {
		f.target.apiVersion = ""
	}
	p, err := a.prepare(f)
	if err != nil || !newest {
		return p, err
	}
	known, _ := steps.Settle(ctx, steps.AtAnyPace(p.Target), p.Offered, f.target.timeout)
	if len(known) == 0 {
		return p, nil // the SDK's own is known, or the preflight says what is wrong
	}
	f.target.apiVersion = target.FormatVersions(known)
	fmt.Fprintf(a.stdout, "the newest that the target knows: --api-version %s\n", f.target.apiVersion)
	return a.prepare(f)
}

// opening is the first line of a run: which target it talks to, and what it will write.
func (p prepared) opening() string {
	text := fmt.Sprintf("judging %s: %s", describe(p.Target.Info()), console.Plural(len(p.Plan.Cases), "case"))
	if p.Embedded() {
		return text + ", in this process's memory"
	}
	text += fmt.Sprintf("; it creates, changes and deletes only what is named %s%s*", p.Prefix, p.RunID)
	if len(p.Absent) > 0 {
		text += fmt.Sprintf("; it offers no %s service, so those cases are skipped", judging.Join(p.Absent))
	}
	return text
}

// note adds to a result which cases were chosen, and how to try one again.
func (p prepared) note(r *reports.Run) {
	r.Plan.Select, r.Plan.Skip, r.Plan.Again = p.flags.selection.selects, p.flags.selection.skips, p.again()
}

// again is the command that tries a case again in the same way, without its id.
func (p prepared) again() string {
	text := "ifmatch run" + p.flags.target.flagText()
	if p.flags.features != "" {
		text += " --features " + shellQuote(p.flags.features)
	}
	if p.flags.target.accountWrites {
		text += " --allow-account-writes"
	}
	if p.sky != nil {
		text += " --weather " + shellQuote(p.sky.Spec().String())
	}
	if p.Level != "should" {
		text += " --level " + p.Level
	}
	if p.Seed != 1 {
		text += fmt.Sprintf(" --seed %d", p.Seed)
	}
	return text
}
