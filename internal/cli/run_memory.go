package cli

import "runtime/debug"

// Garbage collection takes a quarter of the CPU time of a run on the reference. A run lasts
// seconds and keeps little, so it may collect less often, within bounds: the whole process stays
// below 260 MB, on the reference and against Azurite.
const (
	garbagePercent = 400
	memoryLimit    = 205 << 20 // bytes; above it garbage is collected as it arises; live are up to 60 MB
)

// spendMemory trades memory for time from now on: commands that need the suite are short. A choice
// that the user made with GOGC or GOMEMLIMIT is kept.
func (a *app) spendMemory() {
	if a.getenv("GOGC") == "" && a.getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(garbagePercent)
		debug.SetMemoryLimit(memoryLimit)
	}
}
