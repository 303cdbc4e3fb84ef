package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"ifmatch/internal/wire"
)

// failure is an error with an exit code and a hint for the user.
type failure struct {
	code ExitCode
	err  error
	hint string // a sentence, or empty
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// usage is a mistake in the command line: exit 2, and nothing was done.
func usage(hint string, err error) error { return &failure{Usage, err, hint} }

func usagef(hint, format string, args ...any) error { return usage(hint, fmt.Errorf(format, args...)) }

// unknown means that the answer could not be found out: exit 3. An error without an exit code
// counts as one, too.
func unknown(hint string, err error) error { return &failure{Unknown, err, hint} }

// result is an exit code without an error: everything has been printed already.
type result ExitCode

func (r result) Error() string { return fmt.Sprintf("exit code %d", int(r)) }

// exitWith returns nil for OK, so that a command can end with it.
func exitWith(c ExitCode) error {
	if c == OK {
		return nil
	}
	return result(c)
}

// explainFailure prints err in the same way for every command and returns its exit code. It
// removes secrets from the text, wherever the text comes from.
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
	for _, line := range distinct(strings.Split(strings.TrimSpace(wire.Redact(err.Error())), "\n")) {
		fmt.Fprintf(stderr, "ifmatch: %s\n", line)
	}
	if hint != "" {
		fmt.Fprintf(stderr, "hint: %s\n", hint)
	}
	return code
}

// distinct leaves out the lines that another one ends with: what a full disk said to one
// write it says again to the next, and when the file is closed.
func distinct(lines []string) []string {
	var out []string
	for i, line := range lines {
		again := false
		for j, other := range lines {
			again = again || j != i && strings.HasSuffix(other, line) && (other != line || j < i)
		}
		if !again {
			out = append(out, line)
		}
	}
	return out
}

// refused says why a service cannot listen, and what to do.
func refused(service string, err error) error {
	free := "--" + service + "-addr 127.0.0.1:0 picks a free port"
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return unknown("another server is using it; "+free, err)
	case errors.Is(err, fs.ErrPermission):
		return unknown("ports below 1024 may need more rights; "+free, err)
	}
	return unknown("", err)
}
