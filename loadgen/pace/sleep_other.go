//go:build !linux

package pace

import "time"

// kernelSleep uses the runtime's timer on systems without a better one.
func kernelSleep(d time.Duration) { time.Sleep(d) }
