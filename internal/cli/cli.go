// Package cli is the command line: it turns arguments into calls of the other packages,
// and their answers into text and an exit code. There is one file per command. None of
// them calls os.Exit, so that each can be run from a test. It is the only package that
// knows both the suite and the reference: it lets the one judge the other.
package cli

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/features"
	"ifmatch/internal/exit"
)

// Main runs one command line and returns its exit code. The first Ctrl-C (or
// SIGTERM) asks the command to finish cleanly. Another one ends the process at
// once; but of a command that cleans up it first ends only that.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	signals := exit.Listen()
	defer signals.Stop()
	a := newApp(stdin, exit.IgnoreSIGPIPE(stdout), exit.IgnoreSIGPIPE(stderr), features.FS)
	a.interrupts = signals
	// The command runs on its own goroutine, which the last signal abandons.
	ended := make(chan ExitCode, 1)
	go func() { ended <- a.execute(signals.First, args) }()
	select {
	case code := <-ended:
		return int(code)
	case s := <-signals.Last:
		return int(exit.Die(s))
	}
}

func (a *app) execute(ctx context.Context, args []string) ExitCode {
	root := a.root()
	root.SetArgs(args)
	return explainFailure(a.stderr, root.ExecuteContext(ctx))
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "ifmatch",
		Short: "Judge and load the concurrency behaviour of Azure Storage and its emulators",
		Long: paragraphs(
			`ifmatch tests and loads the concurrency controls of Azure Storage: ETags, conditional headers and leases, If-Match on table entities, and pop receipts of queue messages. It judges a service clause by clause against what Microsoft documents.`,
			`Without flags, "ifmatch run" judges the built-in reference implementation, and "ifmatch load WORKLOAD" puts it under load and proves that no update was lost. Use --target to name another service.`) + "\n\n" + exitCodeHelp(),
		Example:       "  ifmatch run\n  ifmatch run --target azurite --report json=result.json\n  ifmatch explain BLOB-TAB-15C\n  ifmatch load blob-cas --clients 32 --duration 5s",
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef(suggest(cmd, args[0]), "there is no command %q", args[0])
			}
			return nil
		},
		// A script that lost its command must not look like a success.
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := writeHelp(a.stderr, cmd); err != nil {
				return err
			}
			return exitWith(Usage)
		},
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return emptyFlag(cmd.Flags()) }
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.Flags().Bool("version", false, "print the version") // -v means --verbose
	root.SetVersionTemplate("ifmatch {{.Version}}\n")
	root.SetHelpCommand(a.helpCommand(root))
	// The root's help function applies to every command. It cannot return an error, and
	// nobody would see a message that help could not be printed.
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { _ = writeHelp(a.stdout, cmd) })
	root.SetUsageFunc(func(cmd *cobra.Command) error { return writeUsage(a.stderr, cmd) })
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if errors.Is(err, context.Canceled) {
			return err
		}
		return flagError(cmd, err)
	})
	root.AddCommand(a.runCommand(), a.serveCommand(), a.smbCommand(), a.baselineCommand(), a.mutateCommand(), a.listCommand(), a.explainCommand(), a.sweepCommand(), a.probeCommand(), a.featuresCommand(),
		a.loadCommand(), a.exploreCommand(), a.checkCommand(), a.reportCommand(), a.diffCommand(), a.signCommand(), a.healthCommand(), a.versionCommand())
	for name := range azuriteNames {
		root.AddCommand(a.azuriteCommand(name))
	}
	demandShell(root)
	return root
}

func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND...]",
		Short: "Show the help of a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := root.Find(args)
			if err != nil || about == nil || len(rest) > 0 {
				return usagef(suggest(root, args[0]), "there is no command %q", strings.Join(args, " "))
			}
			return writeHelp(a.stdout, about)
		},
	}
}
