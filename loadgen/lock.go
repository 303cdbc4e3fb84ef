package loadgen

import (
	"context"
	"sync/atomic"
)

// lock ends the sending once the run has no credential any more.
type lock struct {
	why  atomic.Pointer[error]
	stop atomic.Pointer[context.CancelFunc] // nil while nothing is sent by plan
}

// close locks the run out, and says why.
func (l *lock) close(err error) {
	l.why.CompareAndSwap(nil, &err)
	if stop := l.stop.Load(); stop != nil {
		(*stop)()
	}
}

// err is why nothing can be sent, nil if it can.
func (l *lock) err() error {
	if why := l.why.Load(); why != nil {
		return *why
	}
	return nil
}
