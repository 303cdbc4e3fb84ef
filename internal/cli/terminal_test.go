package cli

import (
	"os"
	"strings"
	"testing"
)

// TestColoursOnlyWhereTheyCanBeSeen opens a pseudo-terminal. Colours in a file or against NO_COLOR
// are the first thing people notice.
func TestColoursOnlyWhereTheyCanBeSeen(t *testing.T) {
	t.Parallel()
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatalf("open a pseudo-terminal: %v", err)
	}
	defer tty.Close()
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, tc := range []struct {
		name string
		env  map[string]string
		out  *os.File
		want bool
	}{
		{"terminal", nil, tty, true},
		{"terminal, NO_COLOR", map[string]string{"NO_COLOR": "1"}, tty, false},
		{"terminal, NO_COLOR empty", map[string]string{"NO_COLOR": ""}, tty, true},
		{"dumb terminal", map[string]string{"TERM": "dumb"}, tty, false},
		{"file", nil, file, false},
	} {
		a := &app{getenv: func(name string) string { return tc.env[name] }}
		if got := a.style(tc.out).Red("x") != "x"; got != tc.want {
			t.Errorf("%s: colours %t, want %t", tc.name, got, tc.want)
		}
	}
	if _, ok := terminal(&strings.Builder{}); ok {
		t.Error("a buffer is taken for a terminal")
	}
	if width, ok := terminal(tty); !ok || width <= 0 {
		t.Errorf("terminal(pty) = %d, %t", width, ok)
	}
}
