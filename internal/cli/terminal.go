package cli

import (
	"io"
	"strings"

	"golang.org/x/term"

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
	width, _ := terminal(w)
	return strings.Join(console.Wrap(sentence, max(width-2, 0)), "\n  ")
}

// fitting joins as many of the parts as fit on a line of a terminal, without its last column: some
// terminals would move on to the next line. Half a figure would be wrong, so only a first part
// that is too long is cut.
func fitting(parts []string, sep string, width int) string {
	line := strings.Join(parts, sep)
	for width > 1 && len(line) >= width {
		if len(parts) == 1 {
			return line[:width-1]
		}
		parts = parts[:len(parts)-1]
		line = strings.Join(parts, sep)
	}
	return line
}

// style decides whether to use colours for w: only on a terminal that can show them, and never
// against NO_COLOR (https://no-color.org: set and not empty).
func (a *app) style(w io.Writer) console.Style {
	_, tty := terminal(w)
	return console.Coloured(tty && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb")
}
