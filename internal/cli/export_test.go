package cli

import (
	"context"
	"io"
	"strings"

	"ifmatch/features"
)

// Within runs a command line inside a process that runs others too, so it reads the features once
// for all of them. It does not handle signals, which is left to Main.
func Within(args []string, stdout, stderr io.Writer) int {
	a := newApp(strings.NewReader(""), stdout, stderr, features.FS)
	a.suite = loadSuite
	return int(a.execute(context.Background(), args))
}
