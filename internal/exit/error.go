package exit

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"ifmatch/internal/wire"
)

// Error is an error with an exit code and a hint for the user.
type Error struct {
	Code Code
	Err  error
	Hint string // a sentence, or empty
}

func (f *Error) Error() string { return f.Err.Error() }

func (f *Error) Unwrap() error { return f.Err }

// Wrong is a mistake in the command line: exit 2, and nothing was done.
func Wrong(hint string, err error) error { return &Error{Usage, err, hint} }

// Wrongf is Wrong with an error of this text.
func Wrongf(hint, format string, args ...any) error { return Wrong(hint, fmt.Errorf(format, args...)) }

// Unclear means that the answer could not be found out: exit 3. An error without an exit code
// counts as one, too.
func Unclear(hint string, err error) error { return &Error{Unknown, err, hint} }

// quiet is an exit code without an error: everything has been printed already.
type quiet Code

func (r quiet) Error() string { return fmt.Sprintf("exit code %d", int(r)) }

// With returns nil for OK, so that a command can end with it.
func With(c Code) error {
	if c == OK {
		return nil
	}
	return quiet(c)
}

// Explain prints err in the same way for every command and returns its exit code. It
// removes secrets from the text, wherever the text comes from. wrap breaks a line where it has to be.
func Explain(stderr io.Writer, wrap func(string) string, err error) Code {
	if err == nil {
		return OK
	}
	if r := quiet(OK); errors.As(err, &r) {
		return Code(r)
	}
	if errors.Is(err, ErrReaderGone) {
		return OK
	}
	code, hint := Unknown, ""
	if f := (*Error)(nil); errors.As(err, &f) {
		code, hint = f.Code, f.Hint
	}
	for _, line := range distinct(strings.Split(strings.TrimSpace(wire.Redact(err.Error())), "\n")) {
		fmt.Fprintln(stderr, wrap("ifmatch: "+line))
	}
	if hint != "" {
		fmt.Fprintln(stderr, wrap("hint: "+hint))
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

// ErrReaderGone means that nothing more can be written to stdout or stderr: their reader, such as
// head(1), has seen enough. It is no failure, and there is no one to tell.
var ErrReaderGone = errors.New("the reader of the output has gone")

// Output is stdout or stderr.
type Output struct{ io.Writer }

// Write distinguishes a reader that has gone from other failures: a broken connection to the target
// is a broken pipe, too.
func (o Output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if errors.Is(err, syscall.EPIPE) {
		err = ErrReaderGone
	}
	return n, err
}

// terminalOutput is an output that may be a terminal.
type terminalOutput struct {
	Output
	file *os.File
}

// Fd is the file descriptor, for checking whether it is a terminal.
func (o terminalOutput) Fd() uintptr { return o.file.Fd() }

// IgnoreSIGPIPE makes an output of w whose reader can go away without ending the process: what a run
// has created is still deleted.
func IgnoreSIGPIPE(w io.Writer) io.Writer {
	signal.Ignore(syscall.SIGPIPE)
	if f, ok := w.(*os.File); ok {
		return terminalOutput{Output{f}, f}
	}
	return Output{w}
}
