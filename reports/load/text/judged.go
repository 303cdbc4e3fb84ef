package text

import (
	"bufio"
	"errors"
	"io"

	"ifmatch/reports/load"
)

// WriteVerdict renders only the verdict of r and its certificates, for a history
// that was judged again without measuring it. It uses only the invariant of the
// plan.
func WriteVerdict(w io.Writer, r load.Run, o Options) error {
	b := bufio.NewWriter(w)
	p := printer{w: b, run: r, Options: o, whole: "--json"}
	p.verdict()
	return errors.Join(p.err, b.Flush())
}
