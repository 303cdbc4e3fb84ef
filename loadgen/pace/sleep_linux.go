package pace

import (
	"syscall"
	"time"
)

// kernelSleep blocks the thread: at a few thousand exchanges a second this is late
// by a tenth of a millisecond where the runtime's timer is late by half of one.
func kernelSleep(d time.Duration) {
	span := syscall.NsecToTimespec(int64(d))
	// A signal may cut it short; the caller looks at the clock again.
	_ = syscall.Nanosleep(&span, nil)
}
