package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/scenario"
)

// runFlags are all flags of `ifmatch run`. The configuration has those that the suite takes as they are.
type runFlags struct {
	steps.Config
	target    targetFlags
	selection selectionFlags
	reports   reportFlag[reports.Run]
	baseline  baselineFlags
	against   string
	require   []string
	weather   string
	profiles  []string
	features  string // a folder with a user's own; empty: the suite's
	really    bool
	dryRun    bool
	verbose   bool
}

var (
	levelNames = []string{"must", "should", "observed"}
	traceModes = []string{"failed", "all", "none"}
)

func (f *runFlags) add(a *app, cmd *cobra.Command) {
	f.target.add(a, cmd)
	offersNewest(cmd)
	f.selection.add(a, cmd)
	flags := cmd.Flags()
	a.choiceFlag(cmd, &f.Level, "level", levelNames, "lowest `level` that decides the exit code: must, should or observed")
	flags.IntVar(&f.Concurrency, "concurrency", steps.DefaultConcurrency, "largest `number` of exchanges in progress at once")
	flags.Int64Var(&f.Seed, "seed", 1, "`number` that seeds everything the run makes up, such as ids and contents; the same seed gives the same run")
	flags.StringVar(&f.Prefix, "prefix", scenario.DefaultPrefix, "prefix `text` of the name of everything the run creates")
	flags.BoolVar(&f.target.accountWrites, "allow-account-writes", false, "also try cases that change settings of the whole account, such as its queue service properties, for as long as the case takes; on this machine they run anyway")
	flags.StringVar(&f.target.smb, "smb", "", "SMB `address` of the target's file shares, HOST:PORT, for instance ACCOUNT.file.core.windows.net:445; without it, cases that need SMB are skipped")
	flags.BoolVar(&f.Keep, "keep", false, "do not delete what the run created")
	a.choiceFlag(cmd, &f.Trace, "trace", traceModes, "`which` exchanges to keep in the result: those of failed cases, all or none")
	f.reports.add(cmd)
	f.baseline.add(cmd)
	flags.StringVar(&f.against, "against", "", "run the same cases against this `target` too, and show only the differences; exit code 1 if there are any")
	flags.StringSliceVar(&f.require, "require", nil, "`list` of what must be there, or the exit code is 3: services, capabilities of the target, or permissions, operations or features for lack of which no case may be skipped: "+strings.Join(requirable(), ", "))
	addWeather(flags, &f.weather, "disturb requests in ways that a retry overcomes: verdicts stay the same, or become errors")
	flags.BoolVar(&f.dryRun, "dry-run", false, "only print how many cases and requests a run would be, how long the longest wait is, and what it would write; nothing is sent to the target")
	flags.StringSliceVar(&f.profiles, "profile", nil, "judge whether these clients can rely on the target, a `list` of profiles, or "+allProfiles)
	completeFlagWith(cmd, "profile", a.completeProfiles())
	flags.BoolVar(&f.really, "yes-really-load", false, "with --profile, load a target that is not on this machine")
	flags.StringVar(&f.features, "features", "", "play the feature files in this `folder`, your own, instead of those of the suite")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show every failure and what was recorded")
	a.completeFlag(cmd, "require", requirable())
}

// check refuses flags that cannot be combined.
func (f runFlags) check(flags *pflag.FlagSet) error {
	switch against := f.against != ""; {
	case flags.Changed("smb") && f.target.spec == referenceTarget:
		return usagef("name an endpoint with --target", "--smb has no effect on the built-in reference, which has its own SMB server")
	case f.features != "" && len(f.profiles) > 0:
		return usagef("run them one after the other", "--profile is about the cases of the suite, and --features about your own")
	case f.really && len(f.profiles) == 0:
		return usagef("give --profile as well", "--yes-really-load allows the loads of profiles, and no profile was named")
	case f.dryRun && (against || f.target.apiVersion == newestVersion):
		return usagef("leave it out", "--dry-run sends nothing, so it can neither compare targets nor ask for the newest api-version")
	case against && len(f.profiles) > 0:
		return usagef(`judge each target, then "ifmatch report matrix" puts them side by side`, "--profile judges one target, and --against compares two")
	case against && f.against == f.target.spec:
		return usagef("name two targets", "--target and --against are both %s", shellQuote(f.against))
	case against && (f.baseline.read != "" || f.baseline.write != ""):
		return usagef("leave one of them out", "--against compares two targets, and a baseline belongs to one")
	}
	return nil
}
