package judging

import (
	"errors"
	"fmt"
	"io"
	"os"

	"ifmatch/reports"
	"ifmatch/reports/markdown"
)

// AppendSummary adds the page of a run to the file with those of a step's other commands, on GitHub. GitHub shows no page
// once they are too large together.
func AppendSummary(path string, r reports.Run) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return fmt.Errorf("write step summary: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	at, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("write step summary: %w", err)
	}
	return markdown.WriteWithin(f, r, max(markdown.StepSummary-int(at)-1, 0))
}
