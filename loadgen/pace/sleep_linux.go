package pace

import (
	"syscall"
	"time"
)

// kernelSleep blocks the thread. At a few thousand exchanges a second it is late
// by a tenth of a millisecond, where the runtime's timer is late by half a
// millisecond.
func kernelSleep(d time.Duration) {
	span := syscall.NsecToTimespec(int64(d))
	// A signal may cut it short; the caller looks at the clock again.
	_ = syscall.Nanosleep(&span, nil)
}
