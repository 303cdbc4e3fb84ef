package court

import "sync/atomic"

// Silence counts requests in a row, of whatever case, that got no answer. After several the
// target is asked whether it is still there: waiting for the time-out of every case would find
// out nothing.
type Silence struct {
	unanswered atomic.Int32
	asking     atomic.Bool
}

// severalRequests is how many unanswered requests in a row make the target suspicious.
const severalRequests = 3

// Heard notes whether a request got an answer. It reports whether the target must be asked now;
// the caller then calls Asked when it has an answer, or none.
func (s *Silence) Heard(answered bool) (ask bool) {
	if answered {
		s.unanswered.Store(0)
		return false
	}
	return s.unanswered.Add(1) >= severalRequests && s.asking.CompareAndSwap(false, true)
}

// Asked ends the question.
func (s *Silence) Asked() { s.asking.Store(false) }
