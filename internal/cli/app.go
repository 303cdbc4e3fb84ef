package cli

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"sync"

	"github.com/spf13/cobra"

	"ifmatch/internal/exit"
	"ifmatch/internal/namedfile"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

// app is what all commands share: their input and output, and the suite.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	// suite parses the features on first use: most commands need them, and
	// `serve` should not wait for them.
	suite func() (*plan.Suite, error)
	// renamed reads the ids that cases had in earlier versions; results and baselines need
	// nothing else of the suite.
	renamed func() (reports.Renamed, error)
	// sightings reads what Azure was recorded to answer, by clause and by case.
	sightings func() (map[string]reports.Sighting, error)
	// secret reads a file that holds a secret, at most once: a pipe has no second reading.
	secret func(path string) ([]byte, error)
	// interrupts are the signals to the process; nil in some tests.
	interrupts *exit.Signals
	// files keeps the reports of a command that may be stopped at any time whole; nil: it waits
	// for them anyway.
	files *reports.Gate
}

func newApp(stdin io.Reader, stdout, stderr io.Writer, documents fs.FS) *app {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, getenv: os.Getenv, secret: namedfile.ReadingOnce()}
	a.suite = sync.OnceValues(func() (*plan.Suite, error) {
		a.spendMemory()
		return steps.Index(documents)
	})
	a.renamed = sync.OnceValues(func() (reports.Renamed, error) { return register.Renamed(documents) })
	a.sightings = sync.OnceValues(func() (map[string]reports.Sighting, error) {
		text, err := fs.ReadFile(documents, "seen.tsv")
		if err != nil {
			return nil, fmt.Errorf("read sightings: %w", err)
		}
		return reports.ParseSightings(string(text))
	})
	return a
}

// noArguments refuses arguments, with a sentence.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef(fmt.Sprintf("%q shows how it is used", cmd.CommandPath()+" --help"), "%s takes no argument, and was given %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// someArguments refuses to do without arguments, with a question.
func someArguments(hint, question string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef(hint, "%s", question)
		}
		return nil
	}
}

// parent makes cmd one that only holds others. Whoever names none of them, or an unknown one, is told so in these words.
func parent(cmd *cobra.Command, unknown, hint, none string) *cobra.Command {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef(suggest(cmd, args[0]), unknown, args[0])
		}
		return usagef(hint, "%s", none)
	}
	cmd.RunE = func(*cobra.Command, []string) error { return nil }
	return cmd
}

// suggest names the command that was probably meant.
func suggest(cmd *cobra.Command, arg string) string {
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(arg); len(near) > 0 {
		return fmt.Sprintf("did you mean %q?", cmd.CommandPath()+" "+near[0])
	}
	return fmt.Sprintf("%q lists the commands", cmd.CommandPath()+" --help")
}

// mapped are the values that f makes of others.
func mapped[T, R any](of []T, f func(T) R) []R {
	out := make([]R, len(of))
	for i, v := range of {
		out[i] = f(v)
	}
	return out
}

// abandoning returns a context that the second signal ends, which then does not end the process.
func (a *app) abandoning() context.Context { return a.interrupts.Abandoning() }

// atOnce runs a command that sends nothing and that ctx ends at once. A report that is being written
// to a file then is finished, and no other is begun: a file is written completely or not at all.
func (a *app) atOnce(ctx context.Context, command func(a *app) error) error {
	within := *a
	within.files = new(reports.Gate)
	_, err := exit.Until(ctx, func() (struct{}, error) { return struct{}{}, command(&within) })
	if ctx.Err() != nil {
		within.files.Close()
	}
	return err
}

// Garbage collection takes a quarter of the CPU time of a run on the reference. A run lasts
// seconds and keeps little, so it may collect less often, within bounds: the whole process stays
// below 260 MB, on the reference and against Azurite.
const (
	garbagePercent = 400
	memoryLimit    = 205 << 20 // bytes; above it garbage is collected as it arises; live are up to 60 MB
)

// spendMemory trades memory for time from now on: commands that need the suite are short. A choice
// that the user made with GOGC or GOMEMLIMIT is kept.
func (a *app) spendMemory() {
	if a.getenv("GOGC") == "" && a.getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(garbagePercent)
		debug.SetMemoryLimit(memoryLimit)
	}
}
