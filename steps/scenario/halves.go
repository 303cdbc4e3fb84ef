package scenario

import (
	"errors"
	"sync"

	"ifmatch/steps/verdict"
)

// Halves knows the bodies of a run that are half sent. A service, or what is in front of
// it, may take one request at a time. Then a body that is held back keeps everybody out:
// it tells nothing, and the others must not wait for it.
type Halves struct {
	mu     sync.Mutex
	open   map[*held]func() // ends the request
	silent int              // in a row, of requests beside a half of the same scenario
	ended  bool
}

// mute is how many requests in a row, each beside a half of its own scenario, get no
// answer until it is the half that is in the way. One may be lost.
const mute = 3

// errOneAtATime is why no body is held back any more.
var errOneAtATime = errors.New("nobody else is answered meanwhile: the target, or something in front of it, takes one request at a time")

// begin notes a body that is about to be half sent, and how its request is ended. It
// fails once it is known to be in vain.
func (s *Halves) begin(h *held, end func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return errOneAtATime
	}
	if s.open == nil {
		s.open = map[*held]func(){}
	}
	s.open[h] = end
	return nil
}

// leave forgets a body that is sent, or never will be.
func (s *Halves) leave(h *held) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, h)
}

// hear is told whether a request was answered beside a half of its own scenario.
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

// End ends whatever is half sent, once and for all. It tells whether there was any.
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

// inVain is the verdict on a body that was ended so; err if it was not.
func (s *Halves) inVain(doing string, err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		err = errOneAtATime
	}
	return verdict.Unknown(doing, err)
}
