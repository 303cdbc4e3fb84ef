package cli

import (
	"context"
	"fmt"
	"slices"

	"ifmatch/internal/target"
	"ifmatch/reference/weather"
	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// prepared is a run with all flags checked; nothing was sent yet.
type prepared struct {
	flags   runFlags
	plan    *plan.Plan
	target  target.Target
	offered []target.Service // services with cases and with an endpoint here
	absent  []target.Service // services with cases but without an endpoint: these cases are skipped
	reports []report[reports.Run]
	known   *knownFailures // nil without a baseline
	runID   string
	// profiles are the clients that the target is judged for.
	profiles []plan.Profile
	// permissions are those of the credential, once they are known.
	permissions *steps.Permissions
	account     plan.Account // what the account showed of its kind
	unusable    map[target.Service]string
	sky         *weather.Sky // the weather that the cases meet; nil: none
}

// prepare checks everything that can be checked without the network.
func (a *app) prepare(f runFlags, selectors []string) (prepared, error) {
	if f.concurrency < 1 {
		return prepared{}, usagef("it must be at least 1", "--concurrency is %d", f.concurrency)
	}
	if err := checkPrefix(f.prefix); err != nil {
		return prepared{}, err
	}
	if err := checkRequire(f.require); err != nil {
		return prepared{}, err
	}
	sky, err := runWeather(f.weather, f.seed, f.against)
	if err != nil {
		return prepared{}, err
	}
	profiles, err := a.profiles(f.profiles)
	if err != nil {
		return prepared{}, err
	}
	for _, chosen := range profiles {
		selectors = slices.Concat(selectors, chosen.Selectors())
	}
	wanted, err := f.reports.parse(a)
	if err != nil {
		return prepared{}, err
	}
	known, err := f.baseline.open(a, wanted)
	if err != nil {
		return prepared{}, err
	}
	f.target.accountWrites = f.writes
	t, err := f.target.open(a, nil, f.seed)
	if err != nil {
		return prepared{}, err
	}
	p, err := a.plan(f.selection, selectors, f.seed) // this takes longer than everything above
	if err != nil {
		return prepared{}, err
	}
	var named []target.Service
	if len(f.selection.services) > 0 {
		named = plannedServices(p)
	}
	if _, err := f.target.open(a, named, f.seed); err != nil {
		return prepared{}, err // a named service is missing
	}
	there, absent, err := offered(t, p)
	if err != nil {
		return prepared{}, err
	}
	// The run neither mentions nor contacts services that it does not use.
	if t, err = f.target.open(a, usedServices(p, t, there), f.seed); err != nil {
		return prepared{}, err
	}
	return prepared{flags: f, plan: p, target: t, offered: there, absent: absent, reports: wanted, known: known, runID: scenario.RunID(t, f.seed), profiles: profiles, sky: sky}, nil
}

// newestVersion is the --api-version that asks the services what they know.
const newestVersion = "newest"

// prepareNewest is prepare; if --api-version is newest, it first asks the services which version
// they know, because the cases depend on it.
func (a *app) prepareNewest(ctx context.Context, f runFlags, selectors []string) (prepared, error) {
	newest := f.target.apiVersion == newestVersion
	if newest {
		f.target.apiVersion = ""
	}
	p, err := a.prepare(f, selectors)
	if err != nil || !newest {
		return p, err
	}
	known, err := steps.Newest(ctx, p.target, p.offered, f.target.timeout)
	if err != nil || len(known) == 0 {
		return p, err // the SDK's own is known, or the preflight says what is wrong
	}
	f.target.apiVersion = target.FormatVersions(known)
	fmt.Fprintf(a.stdout, "the newest that the target knows: --api-version %s\n", f.target.apiVersion)
	return a.prepare(f, selectors)
}

// opening is the first line of a run: which target it talks to, and what it will write.
func (p prepared) opening(info target.Info) string {
	text := fmt.Sprintf("judging %s: %s", describe(info), console.Plural(len(p.plan.Cases), "case"))
	if info.Kind == "embedded" {
		return text + ", in this process's memory"
	}
	text += fmt.Sprintf("; it creates, changes and deletes only what is named %s%s*", p.flags.prefix, p.runID)
	if len(p.absent) > 0 {
		text += fmt.Sprintf("; it offers no %s service, so those cases are skipped", join(p.absent))
	}
	return text
}

// again is the command that tries a case again in the same way, without its id.
func (p prepared) again() string {
	text := "ifmatch run" + p.flags.target.flagText()
	if p.flags.features != "" {
		text += " --features " + shellQuote(p.flags.features)
	}
	if p.flags.writes {
		text += " --allow-account-writes"
	}
	if p.sky != nil {
		text += " --weather " + shellQuote(p.sky.Spec().String())
	}
	if p.flags.level != "should" {
		text += " --level " + p.flags.level
	}
	if p.flags.seed != 1 {
		text += fmt.Sprintf(" --seed %d", p.flags.seed)
	}
	return text
}
