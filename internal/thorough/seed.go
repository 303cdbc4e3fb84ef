package thorough

import (
	"os"
	"strconv"
	"testing"
	"time"
)

// Seed returns the seed of a test's random numbers: IFMATCH_SEED, or a new one if that is not
// set. It logs the seed, so that a failure can be repeated.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("IFMATCH_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("read IFMATCH_SEED: %v", err)
		}
	}
	t.Logf("IFMATCH_SEED=%d", seed)
	return seed
}
