// Package serving lets the reference serve people and programs: it logs their requests, keeps data in folders, shows files
// over SMB, tells how to trust and to log in, gives memory back, and stands in for Azurite.
package serving

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

	"ifmatch/internal/exit"
	"ifmatch/internal/wire"
	"ifmatch/reference"
)

// Log writes a line for each request, in some formats to some places. The zero Log writes none.
type Log struct {
	mu   sync.Mutex
	to   []logged
	file *os.File // to be closed
}

type logged struct {
	w    io.Writer
	line Line
}

// Line makes a line of a request.
type Line func(reference.Exchange) []byte

// To makes the log write to w.
func (l *Log) To(w io.Writer, line Line) { l.to = append(l.to, logged{w, line}) }

// Append makes the log write to the end of a file.
func (l *Log) Append(name string, line Line) (err error) {
	if l.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return exit.Wrong("", fmt.Errorf("open the log of requests: %w", err))
	}
	l.To(l.file, line)
	return nil
}

// Into makes a server write to the log, if that goes anywhere.
func (l *Log) Into(o *reference.Options) {
	if len(l.to) > 0 {
		o.OnExchange = l.write
	}
}

// write writes the lines of one request. Who reads them may be gone.
func (l *Log) write(e reference.Exchange) {
	e.Address, e.ClientRequestID = wire.RedactURL(e.Address), wire.Redact(e.ClientRequestID)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, to := range l.to {
		_, _ = to.w.Write(to.line(e))
	}
}

// Close closes the file of the log.
func (l *Log) Close() {
	if l.file != nil {
		_ = l.file.Close()
	}
}

// logTime is how lines show times.
const logTime = "2006-01-02T15:04:05.000Z"

func milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}

// Text is a line for people and for grep: time, method, path, operation, status, code, milliseconds, and the client's
// own id of the request. What there is not is a hyphen.
func Text(e reference.Exchange) []byte {
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

// JSON is the same for programs. A status of 0 means that the connection was cut.
func JSON(e reference.Exchange) []byte {
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

// Azurite is the line that Azurite prints, in the common log format of web servers.
func Azurite(e reference.Exchange) []byte {
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
