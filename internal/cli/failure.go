package cli

import (
	"fmt"

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

// flagged says which flag an error is about, where the room that returns it does not know the command line.
func flagged(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
