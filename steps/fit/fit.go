// Package fit answers within seconds whether the clients of a profile can rely on a target: it plays
// the profile's cases, each once and without loads, and leaves out those that wait long. Package
// conform asks it for Go tests, and the command line for `ifmatch probe`.
package fit

import (
	"context"
	"fmt"
	"io/fs"
	"runtime"
	"slices"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// Judge plays the cases that the profiles share once, and answers for each profile. The error is a
// *steps.PreflightError or a *target.UsageError if the target cannot be judged at all.
func Judge(ctx context.Context, cfg Config) (Result, error) {
	all, err := cfg.Open(nil, nil)
	if err != nil {
		return Result{}, err
	}
	out := Result{}
	wanted := map[string]bool{}
	for _, p := range cfg.Profiles {
		tried, untried := divide(cfg.Suite, p.Demand, cfg.Strict || all.Has(target.MovableClock))
		out.Profiles = append(out.Profiles, Profile{Tried: tried, Untried: untried})
		for _, n := range tried.Needs {
			for _, id := range n.Cases {
				wanted[id] = true
			}
		}
	}
	chosen := cfg.Suite.Choose(func(c plan.Case) bool { return wanted[c.ID] })
	t, missing, err := cfg.open(ctx, all.Info(), chosen)
	if err != nil {
		return Result{}, err
	}
	defer hangUp(t)
	out.Run, err = cfg.play(ctx, t, chosen)
	if err != nil {
		return Result{}, err
	}
	for i := range out.Profiles {
		p := &out.Profiles[i]
		needless := func(service string) bool { return !slices.Contains(cfg.Profiles[i].Needs, service) }
		p.Profile = out.Run.Demanded(p.Tried).Lacking(slices.DeleteFunc(slices.Clone(missing), needless))
		for _, n := range p.Untried {
			if !slices.Contains(p.Profile.Untried, n.Clause) {
				p.Profile.Untried = append(p.Profile.Untried, n.Clause)
			}
		}
		out.Run.Profiles = append(out.Run.Profiles, p.Profile)
	}
	return out, nil
}

// play plays the cases.
func (cfg Config) play(ctx context.Context, t target.Target, chosen *plan.Plan) (reports.Run, error) {
	runID := scenario.RunID(t, cfg.Seed)
	names := scenario.NewNames(t, cfg.Prefix, runID, cfg.Seed)
	permissions, err := steps.Permit(ctx, context.Background(), t, chosen, names, cfg.Timeout)
	if err != nil {
		return reports.Run{}, err
	}
	r, err := steps.Run(ctx, steps.Config{
		Target: t, Plan: chosen, Permissions: permissions, Seed: cfg.Seed, Timeout: cfg.Timeout, Prefix: cfg.Prefix, RunID: runID,
		Trace: "all", // which answer refused a request shows in it
		Tool:  reports.Tool{Name: "ifmatch", Version: cfg.Version, Go: runtime.Version()},
	})
	if err != nil {
		return r, err
	}
	if err := cfg.Suite.Describe(&r); err != nil {
		return r, err
	}
	seen, err := fs.ReadFile(cfg.Features, "seen.tsv")
	if err != nil {
		return r, fmt.Errorf("read sightings: %w", err)
	}
	all, err := reports.ParseSightings(string(seen))
	r.See(all)
	return r, err
}
