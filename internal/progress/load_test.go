package progress

import (
	"strings"
	"testing"
)

func TestAnInterruptionIsAnsweredAtOnceInALog(t *testing.T) {
	t.Parallel()
	for _, live := range []bool{false, true} {
		var out strings.Builder
		l := NewLoad(&out, 80, live, 0)
		l.Announce("interrupted: waiting")
		l.End()
		want := "interrupted: waiting\n"
		if live {
			want = "" // the line is redrawn before long
		}
		if got := out.String(); got != want {
			t.Errorf("on a terminal %t: %q, want %q", live, got, want)
		}
	}
}
