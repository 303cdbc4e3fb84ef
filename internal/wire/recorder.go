package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"ifmatch/reports"
	"ifmatch/reports/figure"
)

const (
	// defaultBodyLimit is enough for a whole error document or a short block
	// list.
	defaultBodyLimit = 2 << 10
	// maxAnswer is far above what any case downloads; a server that streams
	// forever must not exhaust the memory of the run.
	maxAnswer = 64 << 20
)

// Options configure a Recorder. The zero value records with default limits.
type Options struct {
	// Urgent reports whether the next exchange passes the gate before others;
	// nil means never.
	Urgent func() bool
	// Timeout bounds one exchange from the gate to the last byte of the answer;
	// 0 means that only the request's context bounds it.
	Timeout time.Duration
	// Finish is how long the answer to a request that may change something is awaited after the request's context has ended,
	// unless Abandon ends first; 0 or no Abandon: not at all. What a run deletes at its end must not be made after that.
	Finish  time.Duration
	Abandon context.Context
	// BodyLimit is how many bytes of each body are kept; 0 means 2 KiB.
	BodyLimit int
	// Secrets are values to hide wherever they appear, in addition to those that
	// the redaction recognises by their shape: the session's account key and
	// SAS.
	Secrets []string
}

// Recorder is an http.RoundTripper that keeps every exchange of one scenario.
// What it returns is redacted. It is safe for concurrent use.
type Recorder struct {
	next http.RoundTripper
	gate *Gate
	o    Options

	mu     sync.Mutex
	step   string
	traces []*trace
}

// NewRecorder returns a Recorder that sends through next. A nil gate admits
// everything.
func NewRecorder(next http.RoundTripper, gate *Gate, o Options) *Recorder {
	if o.BodyLimit <= 0 {
		o.BodyLimit = defaultBodyLimit
	}
	return &Recorder{next: next, gate: gate, o: o}
}

// Step names the step of the following exchanges.
func (r *Recorder) Step(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.step = text
}

// Count returns how many requests were handed in so far, including those still
// under way.
func (r *Recorder) Count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.traces)
}

// Exchanges returns the exchanges recorded so far in the order of the calls,
// without secrets.
func (r *Recorder) Exchanges() []reports.Exchange {
	r.mu.Lock()
	traces := append([]*trace(nil), r.traces...)
	r.mu.Unlock()
	hide := literals(r.o.Secrets)
	list := make([]reports.Exchange, len(traces))
	for i, t := range traces {
		list[i] = t.render(r.o.BodyLimit, hide)
	}
	return list
}

// Do is RoundTrip by the name in the SDK's transport interface. Unlike an
// http.Client it follows no redirects and does not wrap errors with addresses.
func (r *Recorder) Do(req *http.Request) (*http.Response, error) { return r.RoundTrip(req) }

// RoundTrip sends req once and returns when the whole answer has been read. An
// answer that breaks off is an error, never a short body. Request bodies are
// streamed, not collected.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	t := r.begin(req)
	resp, body, err := r.exchange(req, t)
	t.end(resp, body, err, r.o.BodyLimit)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// begin reserves the exchange's position, so that the order is that of the
// calls.
func (r *Recorder) begin(req *http.Request) *trace {
	t := newTrace(req, r.o.BodyLimit)
	r.mu.Lock()
	defer r.mu.Unlock()
	t.step = r.step
	r.traces = append(r.traces, t)
	return t
}

func (r *Recorder) exchange(req *http.Request, t *trace) (*http.Response, []byte, error) {
	ctx := req.Context()
	if !isUngated(ctx) {
		if r.gate != nil {
			if err := r.gate.Enter(ctx, r.o.Urgent != nil && r.o.Urgent()); err != nil {
				if req.Body != nil {
					req.Body.Close()
				}
				return nil, nil, fmt.Errorf("wait for a turn to send: %w", err)
			}
			defer r.gate.Leave()
		}
		if r.o.Finish > 0 && r.o.Abandon != nil && req.Method != http.MethodGet && req.Method != http.MethodHead {
			var cancel context.CancelFunc
			ctx, cancel = Outlive(ctx, r.o.Abandon, r.o.Finish)
			defer cancel()
		}
		if r.o.Timeout > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, r.o.Timeout)
			defer cancel()
		}
	}
	resp, err := r.next.RoundTrip(t.tap(req.WithContext(ctx)))
	if err != nil {
		return nil, nil, r.explain(req, ctx, err)
	}
	resp.Request = req
	body, err := readAll(resp)
	if err != nil {
		err = r.explain(req, ctx, err)
		if ctx.Err() == nil {
			err = &BrokenError{Response: resp, Body: body, Err: err}
		}
		return resp, body, err
	}
	resp.Body = http.NoBody
	if len(body) > 0 {
		resp.Body = io.NopCloser(bytes.NewReader(body))
	}
	return resp, body, nil
}

// BrokenError is the error of an answer that began and broke off.
type BrokenError struct {
	Response *http.Response // its body is Body
	Body     []byte         // the part that arrived
	Err      error
}

// Error returns the text of the connection's error.
func (e *BrokenError) Error() string { return e.Err.Error() }

// Unwrap returns the connection's error.
func (e *BrokenError) Unwrap() error { return e.Err }

// explain distinguishes our own time limit from the end of the case.
func (r *Recorder) explain(req *http.Request, ctx context.Context, err error) error {
	if req.Context().Err() == nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return noAnswer{r.o.Timeout}
	}
	return err
}

// noAnswer is our own time limit. It is a deadline that was exceeded, without Go's
// words for it.
type noAnswer struct{ within time.Duration }

func (e noAnswer) Error() string { return "no answer within " + figure.Duration(e.within) }
func (e noAnswer) Unwrap() error { return context.DeadlineExceeded }

// readAll reads and closes the body of resp.
func readAll(resp *http.Response) ([]byte, error) {
	if resp.Body == nil || resp.Body == http.NoBody {
		return nil, nil
	}
	defer resp.Body.Close()
	var buf bytes.Buffer
	if n := resp.ContentLength; n > 0 && n <= maxAnswer {
		buf.Grow(int(n) + bytes.MinRead)
	}
	if _, err := buf.ReadFrom(io.LimitReader(resp.Body, maxAnswer+1)); err != nil {
		return buf.Bytes(), fmt.Errorf("read the answer's body: %w", err)
	}
	if buf.Len() > maxAnswer {
		return buf.Bytes(), fmt.Errorf("read the answer's body: longer than %d MiB", maxAnswer>>20)
	}
	return buf.Bytes(), nil
}
