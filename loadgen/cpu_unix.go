//go:build unix

package loadgen

import (
	"syscall"
	"time"
)

// cpu is what this process has used of the processors, user and system.
func cpu() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
