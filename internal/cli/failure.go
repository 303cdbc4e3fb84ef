package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"ifmatch/internal/wire"
)

// failure is an error that knows the exit code it deserves and what the user
// can do about it.
type failure struct {
	code ExitCode
	err  error
	hint string // a sentence, or empty
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// usage is a mistake in what the user typed: exit 2, and nothing was done.
func usage(hint string, err error) error { return &failure{Usage, err, hint} }

func usagef(hint, format string, args ...any) error { return usage(hint, fmt.Errorf(format, args...)) }

// unknown is a failure to find out: exit 3. It is also what an error without a
// code of its own amounts to.
func unknown(hint string, err error) error { return &failure{Unknown, err, hint} }

// result is an exit code without an error: everything there is to say was said.
type result ExitCode

func (r result) Error() string { return fmt.Sprintf("exit code %d", int(r)) }

// exitWith returns nil for OK, so that a command can end with it.
func exitWith(c ExitCode) error {
	if c == OK {
		return nil
	}
	return result(c)
}

// explainFailure prints err the way every command does and returns its exit
// code. Whatever the text came from, no secret leaves with it.
func explainFailure(stderr io.Writer, err error) ExitCode {
	if err == nil {
		return OK
	}
	if r := result(OK); errors.As(err, &r) {
		return ExitCode(r)
	}
	if errors.Is(err, errReaderGone) {
		return OK
	}
	code, hint := Unknown, ""
	if f := (*failure)(nil); errors.As(err, &f) {
		code, hint = f.code, f.hint
	}
	text := wire.Redact(strings.TrimSpace(err.Error()))
	fmt.Fprintf(stderr, "ifmatch: %s\n", text)
	if hint != "" {
		fmt.Fprintf(stderr, "hint: %s\n", hint)
	}
	return code
}
