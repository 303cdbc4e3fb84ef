package loadgen

import (
	"fmt"
	"sync/atomic"

	"ifmatch/loadgen/transport"
)

// patience is how many requests in a row a target may leave unanswered before the run stops preparing,
// draining or cleaning up. A network that swallows one answer in fifty does that once in six million
// requests.
const patience = 4

// silence counts the time-outs since the target last answered any client. A refused or reset
// connection does not count: it costs no time.
type silence struct{ n atomic.Int32 }

// hear counts the result of an exchange.
func (s *silence) hear(err error) {
	switch {
	case transport.FailureOf(err) == transport.Timeout:
		s.n.Add(1)
	case s.n.Load() != 0: // usually there is nothing to write
		s.n.Store(0)
	}
}

// allow lets even a silent target leave n more requests unanswered.
func (s *silence) allow(n int32) {
	s.n.Store(min(s.n.Load(), patience-n))
}

// err returns why there is no point in asking the target again, nil if there is.
func (s *silence) err() error {
	if n := s.n.Load(); n >= patience {
		return fmt.Errorf("gave up: the target left the last requests unanswered, at least %d in a row", patience)
	}
	return nil
}
