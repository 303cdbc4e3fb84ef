//go:build !unix

package loadgen

import "time"

// cpu is unknown: we know no way to read it on this system.
func cpu() time.Duration { return 0 }
