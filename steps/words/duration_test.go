package words

import (
	"testing"
	"time"
)

func TestParseDuration(t *testing.T) {
	t.Parallel()
	tests := map[string]time.Duration{"1 second": time.Second, "15 seconds": 15 * time.Second, "1 minute": time.Minute, "14.9 seconds": 14900 * time.Millisecond}
	for s, want := range tests {
		if got, err := ParseDuration(s); err != nil || got != want {
			t.Errorf("ParseDuration(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "15", "15s", "-1 seconds", "1.55 seconds", ".5 seconds", "99999999999 seconds"} {
		if got, err := ParseDuration(s); err == nil {
			t.Errorf("ParseDuration(%q) = %v, want an error", s, got)
		}
	}
}
