package loadgen

import (
	"context"
	"sync/atomic"
)

// lock ends the sending when the run has no valid credential any more.
type lock struct {
	why  atomic.Pointer[error]
	stop atomic.Pointer[context.CancelFunc] // nil before and after the planned sending
}

// close ends the sending for a reason.
func (l *lock) close(err error) {
	l.why.CompareAndSwap(nil, &err)
	if stop := l.stop.Load(); stop != nil {
		(*stop)()
	}
}

// err returns why nothing may be sent, nil if the run may send.
func (l *lock) err() error {
	if why := l.why.Load(); why != nil {
		return *why
	}
	return nil
}
