//go:build !linux

package pace

import "time"

// kernelSleep is the runtime's timer where no better is known.
func kernelSleep(d time.Duration) { time.Sleep(d) }
