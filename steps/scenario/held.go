package scenario

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"

	"ifmatch/steps/verdict"
)

// holdTransport can keep back the second half of a request's body until it is released. The
// writer of the snapshot-isolation scenarios (BLOB-CONS-06) uses it: its update is in progress
// for as long as readers need.
type holdTransport struct {
	next http.RoundTripper
}

type holdKey struct{}

// HeldBody is the state of one request body that is sent in two halves.
type HeldBody struct {
	Half    chan struct{} // closed once the transport has taken the first half
	release chan struct{} // closed to release the second half

	onHalf, onRelease sync.Once
}

// NewHeldBody is a body of which nothing was sent yet.
func NewHeldBody() *HeldBody {
	return &HeldBody{Half: make(chan struct{}), release: make(chan struct{})}
}

// LetGo releases the rest. It may be called more than once.
func (h *HeldBody) LetGo() { h.onRelease.Do(func() { close(h.release) }) }

// WithHeldBody marks the requests of ctx to have their body held by h.
func WithHeldBody(ctx context.Context, h *HeldBody) context.Context {
	return context.WithValue(ctx, holdKey{}, h)
}

// RoundTrip sends the request, with its body in halves if its context asks for that.
func (t *holdTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	h, ok := req.Context().Value(holdKey{}).(*HeldBody)
	if !ok || req.Body == nil {
		return t.next.RoundTrip(req)
	}
	req = req.Clone(req.Context())
	req.Body = &inHalves{ReadCloser: req.Body, body: h, left: req.ContentLength / 2, ctx: req.Context()}
	req.GetBody = nil
	return t.next.RoundTrip(req)
}

type inHalves struct {
	io.ReadCloser
	body *HeldBody
	left int64
	ctx  context.Context
}

// Read returns the first half, then waits.
func (b *inHalves) Read(p []byte) (int, error) {
	if b.left > 0 {
		if int64(len(p)) > b.left {
			p = p[:b.left]
		}
		n, err := b.ReadCloser.Read(p)
		b.left -= int64(n)
		return n, err
	}
	// A caller that asks for more has taken all of the first half.
	b.body.onHalf.Do(func() { close(b.body.Half) })
	select {
	case <-b.body.release:
		return b.ReadCloser.Read(p)
	case <-b.ctx.Done():
		return 0, b.ctx.Err()
	}
}

// Halves tracks the request bodies of a run that are half sent. A service, or a proxy in
// front of it, may take one request at a time. A body that is held back then blocks all
// other requests: its case shows nothing, and the other cases must not wait for it.
type Halves struct {
	mu     sync.Mutex
	open   map[*HeldBody]func() // ends the request
	silent int                  // unanswered requests in a row that were sent beside a half of the same scenario
	ended  bool
}

// mute is the number of unanswered requests in a row, each sent beside a half of its own
// scenario, after which the half is taken to be in the way. One or two may simply be lost.
const mute = 3

// errOneAtATime says why bodies are no longer held back.
var errOneAtATime = errors.New("nobody else is answered meanwhile: the target, or something in front of it, takes one request at a time")

// Begin registers a body that is about to be half sent; end ends its request. It fails
// once halves are known to block everything else.
func (s *Halves) Begin(h *HeldBody, end func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return errOneAtATime
	}
	if s.open == nil {
		s.open = map[*HeldBody]func(){}
	}
	s.open[h] = end
	return nil
}

// Leave removes a body that was sent in full, or never will be.
func (s *Halves) Leave(h *HeldBody) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, h)
}

// hear records whether a request beside a half of its own scenario was answered.
func (s *Halves) hear(answered bool) {
	s.mu.Lock()
	if s.silent++; answered {
		s.silent = 0
	}
	muted := s.silent >= mute
	s.mu.Unlock()
	if muted {
		s.End()
	}
}

// End ends all half-sent requests, and allows no more of them. It reports whether there were any.
func (s *Halves) End() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open) == 0 {
		return false
	}
	s.ended = true
	for h, end := range s.open {
		end()
		delete(s.open, h)
	}
	return true
}

// Failed returns the verdict on a held request that failed with err. If End ended the request,
// the target takes one request at a time; otherwise by makes the verdict.
func (s *Halves) Failed(doing string, err error, by func(string, error) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return verdict.Unknown(doing, errOneAtATime)
	}
	return by(doing, err)
}
