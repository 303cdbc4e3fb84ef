//go:build unix

package loadgen

import (
	"syscall"
	"time"
)

// cpu returns the processor time used by this process, user and system.
func cpu() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
