package exit

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
)

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

// Outliving makes an output of w whose reader can go away without ending the process: what a run
// has created is still deleted.
func Outliving(w io.Writer) io.Writer {
	signal.Ignore(syscall.SIGPIPE)
	if f, ok := w.(*os.File); ok {
		return terminalOutput{Output{f}, f}
	}
	return Output{w}
}
