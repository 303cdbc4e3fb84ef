package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/exploration"
	"ifmatch/internal/progress"
	"ifmatch/internal/target"
	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/explore/trial"
	"ifmatch/reports/console"
)

// exploreFlags are the flags of explore.
type exploreFlags struct {
	exploration.Options
	allowed []string
	replay  string
	target  string
	given   *pflag.FlagSet
}

func (a *app) exploreCommand() *cobra.Command {
	f := exploreFlags{}
	cmd := &cobra.Command{
		Use:   "explore [flags] -- COMMAND [ARGUMENT...]",
		Short: "Find the race in a program that uses a store",
		Long: paragraphs(
			`explore runs a command again and again, each time with a new reference implementation as its store. It holds the command's requests, releases one at a time, and varies which: the command fails in the order in which its race shows. Then explore takes back what does not matter, and shows the exchanges that are left.`,
			`The command gets the connection string as `+strings.Join(exploration.Variables, " and ")+`, and in each --env NAME; and the URLs of the services as AZURE_STORAGE_BLOB_URL and so on. With --clients 3 it gets three connection strings, the others with _2 and _3 after the names. Give each participant its own: then requests are shown with client 1, client 2 and client 3, and hazards between them are found, too, even though the command succeeds.`,
			`--lose-answers lets answers get lost, and --jump-time lets time jump beyond the end of a lease or of a message's window, as if its holder had been paused.`,
			`--target stands in front of an emulator or an account instead. The command must then use names of its own in each run, because nothing is removed; time cannot jump there.`,
			`The exit code is 0 if nothing was found, 1 if a schedule was found in which the command fails, does not end, or is in a hazard, 2 for a wrong flag or a command that cannot be started, and 3 if the command fails without any disturbance or sends no request to the server.`),
		Example: "  ifmatch explore -- node counter.js\n" +
			"  ifmatch explore --clients 2 --for 60s -- python3 worker.py\n" +
			"  ifmatch explore --lose-answers --jump-time --env STORAGE -- ./run-workers\n" +
			"  ifmatch explore --replay kaeavt -- node counter.js",
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Command, f.given = args, cmd.Flags()
			return a.explore(cmd.Context(), f)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.Clients, "clients", 1, "`number` of connection strings, by which clients are told apart")
	flags.StringArrayVar(&f.Env, "env", nil, "`name` of a further variable that gets the connection string (repeatable)")
	flags.DurationVar(&f.Timeout, "timeout", 30*time.Second, "`duration` after which the command counts as hanging")
	flags.BoolVar(&f.Lose, "lose-answers", false, "let answers of writes get lost after the write took effect")
	flags.BoolVar(&f.Jump, "jump-time", false, "let the store's time jump beyond the end of a lease or of a message's window")
	flags.IntVar(&f.Plays, "runs", 0, "stop after this `number` of runs")
	flags.DurationVar(&f.For, "for", 30*time.Second, "stop after this `duration`")
	flags.Uint64Var(&f.Seed, "seed", 1, "`number` that seeds the schedules at random")
	flags.StringArrayVar(&f.allowed, "allow", nil, "`kind` of hazard that is meant: "+strings.Join(hazardNames, ", ")+" (repeatable)")
	flags.StringVar(&f.target, "target", referenceTarget, "`target` that the command uses: reference (built in, and new for each run), azurite, env (the connection string in "+target.ConnectionVariable+"), or @FILE")
	flags.StringVar(&f.replay, "replay", "", "run the command once, by this `schedule`")
	a.completeFlag(cmd, "allow", hazardNames)
	return cmd
}

// hazardNames are the names by which hazards are allowed.
var hazardNames = slices.Sorted(maps.Keys(hazard.Names()))

// check checks the flags.
func (f *exploreFlags) check() ([]uint8, error) {
	switch {
	case len(f.Command) == 0:
		return nil, usagef(`"ifmatch explore -- node counter.js"`, "there is no command to run")
	case f.Clients < 1 || f.Clients > 99:
		return nil, usagef("1 to 99", "--clients %d is not a number of clients", f.Clients)
	case f.Timeout <= 0 || f.For < 0 || f.Plays < 0:
		return nil, usagef("", "--timeout, --for and --runs cannot be negative, and a run needs some time")
	}
	f.Allowed = make(map[hazard.Kind]bool)
	for _, name := range f.allowed {
		kind, found := hazard.Names()[name]
		if !found {
			return nil, usagef("kinds: "+strings.Join(hazardNames, ", "), "there is no hazard %q", name)
		}
		f.Allowed[kind] = true
	}
	choices, err := schedule.ParseToken(f.replay)
	if f.replay != "" && err != nil {
		return nil, usage("", err)
	}
	return choices, nil
}

// explore explores a command, or runs it once by a given schedule.
func (a *app) explore(ctx context.Context, f exploreFlags) error {
	choices, err := f.check()
	if err == nil {
		err = a.standBefore(ctx, &f)
	}
	if err != nil {
		return err
	}
	var runs atomic.Int64
	width, live := terminal(a.stderr)
	line := progress.NewLine(a.stderr, live, width, ", ", time.Now, func() []string {
		return []string{console.Plural(int(runs.Load()), "run")}
	})
	f.Began = func() { runs.Add(1) }
	line.Begin()
	var r trial.Report
	if f.replay != "" {
		r.Found, err = exploration.Replay(ctx, f.Options, choices)
	} else {
		r, err = exploration.Find(ctx, f.Options)
	}
	line.End()
	switch {
	case err != nil:
		return a.unexplored(ctx, f, r.Found, err)
	case r.Found != nil:
		return a.found(f, r)
	}
	among := ""
	switch {
	case r.Left == 0:
		among = ", among them all orders of requests that conflict"
	case r.AtMost >= 0:
		among = ", among them all schedules with fewer than " + console.Plural(r.AtMost+1, "departure")
	}
	fmt.Fprintf(a.stdout, "nothing found in %s%s\n", console.Plural(r.Tried, "run"), among)
	return nil
}

// found shows a schedule that was found or replayed.
func (a *app) found(f exploreFlags, r trial.Report) error {
	if f.replay == "" {
		fmt.Fprintf(a.stdout, "found after %s\n\n", console.Plural(r.Tried, "run"))
	}
	fmt.Fprint(a.stdout, r.Found.Draw(f.again(cmp.Or(f.replay, schedule.Token(r.Found.Choices)))))
	if r.Found.Failed == "" {
		return nil
	}
	return exitWith(Deviates)
}

// unexplored says why a command was not explored to the end, and what to do.
func (a *app) unexplored(ctx context.Context, f exploreFlags, first *trial.Outcome, err error) error {
	if first != nil {
		fmt.Fprint(a.stderr, first.Output)
	}
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(a.stderr, "ifmatch: interrupted before the end")
		return exitWith(Interrupted)
	case errors.Is(err, exploration.ErrNotStarted):
		return usage("give the path of a program, or the name of one in PATH", err)
	case errors.Is(err, exploration.ErrSilent):
		return unknown("the connection string of the server is in "+strings.Join(slices.Concat(exploration.Variables, f.Env), " and ")+
			", and the URL of a service in AZURE_STORAGE_BLOB_URL and so on: let the command read one of these, or name the variable that it reads with --env NAME", err)
	case errors.Is(err, exploration.ErrFails):
		return unknown("make it succeed by itself first, within --timeout", err)
	}
	return unknown("", err)
}

// standBefore finds the target that the command is to use.
func (a *app) standBefore(ctx context.Context, f *exploreFlags) error {
	if f.target == referenceTarget {
		return nil
	}
	if f.Jump {
		return usagef("leave one of them out", "--jump-time moves the clock of the built-in reference, and --target has its own")
	}
	named := targetFlags{spec: f.target, timeout: f.Timeout}
	session, err := named.keyed(ctx, a, nil, "explore", "the command needs a connection string, which holds the account's key")
	if err != nil {
		return err
	}
	session.Close() // only what it knows is needed
	f.Target = session
	return nil
}

// again says by which command line the command runs once more by a schedule.
func (f exploreFlags) again(token string) string {
	words := "ifmatch explore"
	f.given.Visit(func(flag *pflag.Flag) {
		if slices.Contains([]string{"for", "runs", "seed", "replay", "target"}, flag.Name) {
			return
		}
		for _, v := range values(flag) {
			words += " --" + flag.Name + "=" + shellQuote(v)
		}
	})
	named := targetFlags{spec: f.target} // it leaves out secrets
	words += named.flagText() + " --replay=" + token + " --"
	for _, word := range f.Command {
		words += " " + shellQuote(word)
	}
	return "\nto run it again: " + words + "\n"
}
