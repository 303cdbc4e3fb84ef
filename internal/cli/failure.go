package cli

import (
	"io"

	"ifmatch/internal/exit"
)

// ExitCode is the process's exit code.
type ExitCode = exit.Code

// The exit codes, as commands call them.
const (
	OK          = exit.OK
	Deviates    = exit.Deviates
	Usage       = exit.Usage
	Unknown     = exit.Unknown
	Stale       = exit.Stale
	Interrupted = exit.Interrupted
)

// The ends of a command, as commands call them.
var (
	usage    = exit.Wrong
	unknown  = exit.Unclear
	exitWith = exit.With
	worst    = exit.Worst
)

// usagef is a mistake in the command line.
func usagef(hint, format string, args ...any) error { return exit.Wrongf(hint, format, args...) }

// explainFailure prints err, in lines that fit the terminal, and returns its exit code.
func explainFailure(stderr io.Writer, err error) ExitCode {
	return exit.Explain(stderr, func(line string) string { return wrapped(stderr, line) }, err)
}
