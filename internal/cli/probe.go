package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"ifmatch/features"
	"ifmatch/internal/judging"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/reports/tap"
	"ifmatch/steps"
	"ifmatch/steps/fit"
	"ifmatch/steps/scenario"
)

// probeFlags are all flags of `ifmatch probe`.
type probeFlags struct {
	target targetFlags
	strict bool
	prefix string
	seed   int64
}

func (a *app) probeCommand() *cobra.Command {
	var f probeFlags
	cmd := &cobra.Command{
		Use:   "probe PROFILE...",
		Short: "Tell within seconds whether a target honours what clients rely on",
		Long: paragraphs(
			`probe plays the cases of one or several profiles, each once and without loads, and prints TAP, the Test Anything Protocol: a test point for each clause, with a card if it does not hold, then the answer for each profile. "ifmatch list profiles" shows them. conform.Check of the package ifmatch/steps/conform does the same in a Go test.`,
			`It takes less than ten seconds. Cases that wait longer, for the end of a lease or of a visibility timeout, are left out, and the answer says "expiry not tried"; --strict plays them, too. Where clients take several refusals for the same, such as 409 and 412 for a blob that is there already, the answer names the one that came.`,
			`On an endpoint it creates only what is named --prefix and the id of the run, and deletes that at the end. If a service refuses the x-ms-version of the Azure SDK, probe takes the newest documented one that it knows.`,
			`The exit code is 0 if the answer is yes for every profile, 1 if one is no, 2 if the command is wrong, and 3 if probe could not tell.`),
		Example:           "  ifmatch probe --target env create-if-absent lease-lock\n  ifmatch probe --target azurite put-if-absent-log\n  ifmatch probe --strict lease-lock",
		ValidArgsFunction: a.completeProfiles(),
		Args:              someArguments(`"ifmatch list profiles" shows them, for instance create-if-absent`, "probe for which profile?"),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.probe(cmd.Context(), f, args) },
	}
	f.target.add(a, cmd)
	offersNewest(cmd)
	cmd.Flags().BoolVar(&f.strict, "strict", false, "also play the cases that wait for leases and visibility timeouts to end: up to two minutes")
	cmd.Flags().StringVar(&f.prefix, "prefix", scenario.DefaultPrefix, "prefix `text` of the name of everything that is created")
	cmd.Flags().Int64Var(&f.seed, "seed", 1, "`number` that seeds everything that is made up, such as ids and contents")
	return cmd
}

func (a *app) probe(ctx context.Context, f probeFlags, names []string) error {
	if err := checkPrefix(f.prefix); err != nil {
		return err
	}
	profiles, err := a.profiles(names)
	if err != nil {
		return err
	}
	suite, err := a.suite()
	if err != nil {
		return err
	}
	if f.target.apiVersion == newestVersion {
		f.target.apiVersion = "" // probe asks for it anyway
	}
	result, err := fit.Judge(ctx, fit.Config{
		Features: features.FS, Suite: suite, Profiles: profiles, Strict: f.strict, Versioned: f.target.apiVersion != "",
		Timeout: f.target.timeout, Prefix: f.prefix, Seed: f.seed, Version: version(),
		Open: func(services []target.Service, versions map[target.Service]string) (target.Target, error) {
			chosen := f.target
			if len(versions) > 0 {
				chosen.apiVersion = target.FormatVersions(versions)
			}
			return chosen.open(a, services, f.seed)
		},
	})
	var met *steps.PreflightError
	switch {
	case errors.As(err, &met):
		return errors.Join(tap.BailOut(a.stdout, met.Error()), unknown("", err))
	case err != nil:
		return err
	}
	asked := mapped(result.Profiles, func(p fit.Profile) tap.Asked {
		return tap.Asked{Answer: p.Profile, Tried: p.Tried, Untried: p.OnlyUntried()}
	})
	if err := tap.Clauses(a.stdout, result.Run, asked); err != nil {
		return err
	}
	return exitWith(probeCode(ctx, result.Run))
}

// probeCode is the exit code for the answers.
func probeCode(ctx context.Context, r reports.Run) ExitCode {
	if ctx.Err() != nil && r.Incomplete {
		return Interrupted
	}
	return judging.Profiles(r.Profiles)
}
