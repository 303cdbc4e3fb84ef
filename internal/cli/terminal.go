package cli

import (
	"io"
	"strings"

	"golang.org/x/term"

	"ifmatch/internal/exit"
	"ifmatch/reports/console"
)

// terminal reports whether w is a terminal, and how many columns it has (zero if it is none).
func terminal(w io.Writer) (width int, ok bool) {
	f, isFile := w.(interface{ Fd() uintptr })
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
		return width, true
	}
	return 80, true // a terminal that does not report its width
}

// wrapped breaks a sentence between words if w is a terminal that is too narrow for it.
// Otherwise it stays one line, which can be searched.
func wrapped(w io.Writer, sentence string) string {
	width, tty := terminal(w)
	if !tty {
		return sentence
	}
	return strings.Join(console.Wrap(sentence, max(width-2, 1)), "\n  ")
}

// style decides whether to use colours for w: only on a terminal that can show them, and never
// against NO_COLOR (https://no-color.org: set and not empty).
func (a *app) style(w io.Writer) console.Style {
	_, tty := terminal(w)
	return console.Coloured(tty && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb")
}

// explainFailure prints err, in lines that fit the terminal, and returns its exit code.
func explainFailure(stderr io.Writer, err error) ExitCode {
	return exit.Explain(stderr, func(line string) string { return wrapped(stderr, line) }, err)
}
