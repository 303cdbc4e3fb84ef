package cli

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/internal/nearest"
	"ifmatch/loadgen/trial"
	"ifmatch/reports"
	"ifmatch/reports/load"
	"ifmatch/steps/plan"
)

// allProfiles is the name that means every profile.
const allProfiles = "all"

// profileHelp explains profiles in the help of run.
const profileHelp = `--profile NAME judges whether a client that people use with Azure Storage can rely on the target, for instance terraform-state-lock: the cases that the client depends on, and short loads of the same kind. "ifmatch list profiles" shows them with what each client does, and where. The exit code is then 0 if the answer is yes for every profile, 1 if one is no, 3 if run could not tell. The answer is never yes if a case that the client depends on was not judged. A client that looks at statuses alone does not mind another error code. A target that is not on this machine is loaded only with --yes-really-load.`

// profiles are the profiles with these names.
func (a *app) profiles(names []string) ([]plan.Profile, error) {
	if len(names) == 0 {
		return nil, nil
	}
	all, err := a.knownProfiles()
	if err != nil {
		return nil, err
	}
	chosen, err := plan.ProfileNamed(all, names)
	if err != nil {
		known := append(mapped(all, func(p plan.Profile) string { return p.Name }), allProfiles)
		unknown := names[slices.IndexFunc(names, func(n string) bool { return !slices.Contains(known, n) })]
		return nil, usage(nearest.Hint(unknown, known, "profiles: "+strings.Join(known, ", ")), err)
	}
	return chosen, nil
}

// knownProfiles are all profiles of the suite.
func (a *app) knownProfiles() ([]plan.Profile, error) {
	suite, err := a.suite()
	if err != nil {
		return nil, fmt.Errorf("load the suite: %w", err)
	}
	all, err := suite.Profiles()
	if err != nil {
		return nil, fmt.Errorf("load the profiles: %w", err)
	}
	return all, nil
}

// completeProfiles suggests the names of profiles.
func (a *app) completeProfiles() completer {
	return suggesting(func(typed string) ([]string, error) {
		all, err := a.knownProfiles()
		words := mapped(all, func(p plan.Profile) string { return p.Name + "\t" + p.Title })
		return beginning(typed, append([]string{allProfiles}, words...)), err
	})
}

// judgeProfiles adds the outcome of each profile's cases and loads to the result. It runs no loads
// on a target that stopped answering, or on one on another machine unless that was allowed.
func (a *app) judgeProfiles(ctx context.Context, p prepared, r *reports.Run) {
	held := ""
	switch info := p.Target.Info(); {
	case len(p.profiles) == 0:
		return
	case ctx.Err() != nil, r.Stopped != "":
		held = "the run ended early"
	case info.Kind != "embedded" && !info.Loopback && !p.flags.really:
		held = info.Name + " is not on this machine; --yes-really-load runs them"
	}
	for _, chosen := range p.profiles {
		var missing []string
		for _, s := range p.Absent {
			if slices.Contains(chosen.Needs, string(s)) {
				missing = append(missing, string(s))
			}
		}
		judged := r.Demanded(chosen.Demand).Lacking(missing)
		if held == "" && len(missing) == 0 {
			for _, l := range chosen.Loads {
				fmt.Fprintf(a.stderr, "%s: load %s, %s\n", chosen.Name, l.Workload, l.Does)
				judged = judged.Loaded(a.profileLoad(ctx, p, l.Workload, l.Flags))
			}
		}
		r.Profiles = append(r.Profiles, judged)
	}
	if held != "" {
		fmt.Fprintf(a.stderr, "the loads of the profiles were not run: %s\n", held)
	}
}

// profileLoad runs one short load of a profile and returns its outcome.
func (a *app) profileLoad(ctx context.Context, p prepared, name string, flags []string) reports.ProfileLoad {
	out := reports.ProfileLoad{Workload: name, State: string(load.Undecided)}
	r, err := a.shortLoad(ctx, p, name, flags)
	if err != nil {
		out.Why = err.Error()
		return out
	}
	out.State, out.Why, out.Requests, out.Seconds = string(r.Verdict.State), r.Verdict.Why, r.Pace.Sent, r.Seconds
	if r.Verdict.State == load.Valid && len(r.Doubts) > 0 {
		out.State, out.Why = string(load.Undecided), r.Doubts[0]
	}
	return out
}

func (a *app) shortLoad(ctx context.Context, p prepared, name string, args []string) (load.Run, error) {
	lp, err := a.profilePlan(name, args, p.flags)
	if err != nil {
		return load.Run{}, err
	}
	at, err := a.openLoad(ctx, lp.loadFlags)
	if err != nil {
		return load.Run{}, err
	}
	defer at.Close()
	if err := lp.checkOptions(at.Endpoint); err != nil {
		return load.Run{}, err
	}
	folder, err := os.MkdirTemp("", "ifmatch-profile-*")
	if err != nil {
		return load.Run{}, fmt.Errorf("make a folder for the history: %w", err)
	}
	defer os.RemoveAll(folder)
	defer debug.SetGCPercent(debug.SetGCPercent(loadGC))
	return a.bench(ctx, lp, at).Run(ctx, lp.Plan, trial.NewID(), folder)
}

// profilePlan is a load with the flags of the table, on the target of the run. Where leases
// expire, the built-in reference's clock runs fast so that they do.
func (a *app) profilePlan(name string, args []string, f runFlags) (loadPlan, error) {
	lf := loadFlags{reports: reportFlag[load.Run]{renderers: loadRenderers}}
	cmd := &cobra.Command{Use: "load"}
	lf.add(a, cmd)
	words := append(slices.Clone(args), "--target", f.target.spec, "--seed", fmt.Sprint(f.Seed), "--timeout", f.target.timeout.String(), "--prefix", f.Prefix)
	if f.target.apiVersion != "" {
		words = append(words, "--api-version", f.target.apiVersion)
	}
	if f.Keep {
		words = append(words, "--keep")
	}
	if f.target.spec == referenceTarget && strings.HasPrefix(name, "lease-") {
		words = append(words, "--clock-rate", "30")
	}
	if err := cmd.Flags().Parse(words); err != nil {
		return loadPlan{}, fmt.Errorf("load %s of the profile: %w", name, err)
	}
	return a.prepareLoad(cmd, lf, []string{name})
}
