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

// HeldBody is the body of a request that is sent in two halves.
type HeldBody struct {
	Half    context.Context // done once the transport has taken the first half
	LetGo   func()          // releases the second half; it may be called more than once
	Abandon func()          // ends the request

	half func()
	free context.Context // done once the second half is released
}

// NewHeldBody is a body of which nothing was sent yet.
func NewHeldBody() *HeldBody {
	h := &HeldBody{}
	h.Half, h.half = context.WithCancel(context.Background())
	h.free, h.LetGo = context.WithCancel(context.Background())
	return h
}

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
	body, ctx := req.Body, req.Context()
	wait := ends(func() error { // who asks for more has taken all of the first half
		h.half()
		select {
		case <-h.free.Done():
			return io.EOF
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	req.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(io.LimitReader(body, req.ContentLength/2), wait, body), body}
	req.GetBody = nil
	return t.next.RoundTrip(req)
}

// ends is a reader of nothing, which ends as the function says.
type ends func() error

func (e ends) Read([]byte) (int, error) { return 0, e() }

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
