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
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// Config says what to judge.
type Config struct {
	// Features hold the cases, the register, the profiles, and what Azure was seen to answer.
	Features fs.FS
	// Suite is what steps.Load made of Features.
	Suite *plan.Suite
	// Profiles are the clients to judge for.
	Profiles []plan.Profile
	// Open returns the target with the given services and versions; it sends nothing.
	Open func(services []target.Service, versions map[target.Service]string) (target.Target, error)
	// Versioned says that the user chose the x-ms-version. Otherwise a service that refuses the SDK's
	// own is asked for the newest one that it knows.
	Versioned bool
	// Strict plays also the cases that wait long.
	Strict bool
	// Timeout bounds one exchange.
	Timeout time.Duration
	// Prefix begins the name of everything that is created.
	Prefix string
	// Version of the program, for the result.
	Version string
	Seed    int64
}

// Result is the answer for each profile, by its cases.
type Result struct {
	Run      reports.Run // with the answers in Profiles
	Profiles []Profile
}

// Profile is a profile and what of it was tried.
type Profile struct {
	reports.Profile
	// Tried is what the answer is about. Untried are the cases that were left out because they wait.
	Tried   reports.Demand
	Untried []reports.Need
}

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
		p.Profile = out.Run.Demanded(p.Tried).Lacking(intersection(missing, cfg.Profiles[i].Needs))
		for _, n := range p.Untried {
			if !slices.Contains(p.Profile.Untried, n.Clause) {
				p.Profile.Untried = append(p.Profile.Untried, n.Clause)
			}
		}
		out.Run.Profiles = append(out.Run.Profiles, p.Profile)
	}
	return out, nil
}

// hangUp closes the connections to a target: the process that asked goes on, and may close the server next.
func hangUp(t target.Target) {
	if c, ok := t.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// play plays the cases.
func (cfg Config) play(ctx context.Context, t target.Target, chosen *plan.Plan) (reports.Run, error) {
	runID := scenario.RunID(t, cfg.Seed)
	names := scenario.NewNames(t, cfg.Prefix, runID, cfg.Seed)
	permissions, err := steps.Permit(ctx, t, chosen, names, cfg.Timeout)
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
