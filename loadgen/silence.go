package loadgen

import (
	"fmt"
	"sync/atomic"

	"ifmatch/loadgen/transport"
)

// patience is how many requests in a row a target may leave unanswered until
// nobody prepares, drains or cleans up any more. A network that swallows one answer in fifty does that
// once in six million requests.
const patience = 4

// silence counts the time-outs since the target last answered, whoever asked. A
// connection that was refused or reset is no silence: it costs no time.
type silence struct{ n atomic.Int32 }

// hear takes how an exchange ended.
func (s *silence) hear(err error) {
	switch {
	case transport.FailureOf(err) == transport.Timeout:
		s.n.Add(1)
	case s.n.Load() != 0: // most often there is nothing to write
		s.n.Store(0)
	}
}

// allow lets even a silent target leave n more requests unanswered.
func (s *silence) allow(n int32) {
	s.n.Store(min(s.n.Load(), patience-n))
}

// err is why there is no point in asking, nil if there is one.
func (s *silence) err() error {
	if n := s.n.Load(); n >= patience {
		return fmt.Errorf("gave up: the target left the last requests unanswered, at least %d in a row", patience)
	}
	return nil
}
