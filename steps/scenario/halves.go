package scenario

import (
	"errors"
	"sync"

	"ifmatch/steps/verdict"
)

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
