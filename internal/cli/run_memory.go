package cli

import "runtime/debug"

// Garbage collection takes a quarter of the CPU time of a run on the reference. A run lasts
// seconds and keeps little, so it may collect less often, within bounds: the whole process stays
// below 260 MB, on the reference and against Azurite.
const (
	garbagePercent = 400
	memoryLimit    = 205 << 20 // bytes; above it garbage is collected as it arises; live are up to 60 MB
)

// spendMemory trades memory for time until the returned function is called. A choice that the user
// made with GOGC or GOMEMLIMIT is kept.
func (a *app) spendMemory() (restore func()) {
	if a.getenv("GOGC") != "" || a.getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	percent, limit := debug.SetGCPercent(garbagePercent), debug.SetMemoryLimit(memoryLimit)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}
