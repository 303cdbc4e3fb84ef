package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/wire"
	"ifmatch/reference"
)

// logFlags say where a server logs its requests.
type logFlags struct {
	file   string
	format string
}

var logFormats = []string{"text", "json"}

func (f *logFlags) add(a *app, cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "log", "", "`file` to append a line to for each request, or - for stderr")
	a.choiceFlag(cmd, &f.format, "log-format", logFormats, "`format` of these lines: text or json")
}

// requestLog writes a line for each request, in some formats to some places. The zero requestLog writes none.
type requestLog struct {
	mu   sync.Mutex
	to   []logged
	file *os.File // to be closed
}

type logged struct {
	w    io.Writer
	line func(reference.Exchange) []byte
}

// open makes a log of the flags.
func (f logFlags) open(a *app) (*requestLog, error) {
	l := &requestLog{}
	if f.file == "" {
		if f.format != logFormats[0] {
			return nil, usagef("for instance --log requests.log", "--log-format has no effect without --log")
		}
		return l, nil
	}
	line := textLine
	if f.format == "json" {
		line = jsonLine
	}
	if f.file == "-" {
		l.to = append(l.to, logged{a.stderr, line})
		return l, nil
	}
	return l, l.append(f.file, line)
}

// append makes the log write to the end of a file.
func (l *requestLog) append(name string, line func(reference.Exchange) []byte) (err error) {
	if l.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return usage("", fmt.Errorf("open the log of requests: %w", err))
	}
	l.to = append(l.to, logged{l.file, line})
	return nil
}

// into makes a server write to the log, if that goes anywhere.
func (l *requestLog) into(o *reference.Options) {
	if len(l.to) > 0 {
		o.OnExchange = l.write
	}
}

// write writes the lines of one request. Who reads them may be gone.
func (l *requestLog) write(e reference.Exchange) {
	e.Address, e.ClientRequestID = wire.RedactURL(e.Address), wire.Redact(e.ClientRequestID)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, to := range l.to {
		_, _ = to.w.Write(to.line(e))
	}
}

func (l *requestLog) close() {
	if l.file != nil {
		_ = l.file.Close()
	}
}

// logTime is how lines show times.
const logTime = "2006-01-02T15:04:05.000Z"

func milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}

// textLine is a line for people and for grep: time, method, path, operation, status, code, milliseconds, and the client's
// own id of the request. What there is not is a hyphen.
func textLine(e reference.Exchange) []byte {
	return fmt.Appendf(nil, "%s %s %s %q %s %s %s ms %s\n", e.Began.UTC().Format(logTime), e.Method, e.Address, e.Operation.String(),
		orHyphen(statusText(e.Status)), orHyphen(e.Code), strconv.FormatFloat(milliseconds(e.Took), 'f', 3, 64), orHyphen(printable(e.ClientRequestID)))
}

func statusText(status int) string {
	if status == 0 {
		return "" // the connection was cut
	}
	return strconv.Itoa(status)
}

func orHyphen(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// printable returns a client's text in a form that cannot be taken for another part of the line.
func printable(s string) string {
	if quoted := strconv.QuoteToASCII(s); len(quoted) != len(s)+2 || strings.ContainsRune(s, ' ') {
		return quoted
	}
	return s
}

// jsonLine is the same for programs. A status of 0 means that the connection was cut.
func jsonLine(e reference.Exchange) []byte {
	var line bytes.Buffer
	out := json.NewEncoder(&line)
	out.SetEscapeHTML(false) // an address is full of &
	_ = out.Encode(struct {  // strings and numbers
		Time      string  `json:"time"`
		Service   string  `json:"service"`
		Method    string  `json:"method"`
		Path      string  `json:"path"`
		Operation string  `json:"operation"`
		Status    int     `json:"status"`
		Code      string  `json:"code,omitempty"`
		MS        float64 `json:"ms"`
		ID        string  `json:"clientRequestId,omitempty"`
	}{e.Began.UTC().Format(logTime), string(e.Service), e.Method, e.Address, e.Operation.String(), e.Status, e.Code, milliseconds(e.Took), e.ClientRequestID})
	return line.Bytes()
}

// azuriteLine is the line that Azurite prints, in the common log format of web servers.
func azuriteLine(e reference.Exchange) []byte {
	host, _, err := net.SplitHostPort(e.Client)
	if err != nil {
		host = "-"
	}
	length := "-"
	if e.Length > 0 {
		length = strconv.FormatInt(e.Length, 10)
	}
	return fmt.Appendf(nil, "%s - - [%s] \"%s %s %s\" %s %s\n", host, e.Began.UTC().Format("02/Jan/2006:15:04:05 -0700"), e.Method, e.Address, e.Proto, orHyphen(statusText(e.Status)), length)
}
