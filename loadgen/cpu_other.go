//go:build !unix

package loadgen

import "time"

// cpu is unknown where the system does not tell it in a way we know.
func cpu() time.Duration { return 0 }
