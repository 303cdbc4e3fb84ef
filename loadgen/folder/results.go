package folder

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Results is the file of vegeta's results. A folder that is not kept has none: the file is ten
// times as large as the history, and would burden a long run.
type Results struct {
	file *os.File // nil: none
	w    *bufio.Writer
}

// OpenResults creates the file; it does nothing unless the folder is kept.
func OpenResults(folder string, kept bool) (*Results, error) {
	if !kept {
		return &Results{}, nil
	}
	f, err := os.Create(filepath.Join(folder, resultsFile))
	if err != nil {
		return nil, fmt.Errorf("write vegeta's results: %w", err)
	}
	return &Results{f, bufio.NewWriterSize(f, 256<<10)}, nil
}

// Writer is what vegeta's encoder writes to, nil if there is no file.
func (r *Results) Writer() io.Writer {
	if r.file == nil {
		return nil
	}
	return r.w
}

// Close flushes and closes the file, once.
func (r *Results) Close() error {
	if r.file == nil {
		return nil
	}
	err := errors.Join(r.w.Flush(), r.file.Close())
	r.file = nil
	if err != nil {
		return fmt.Errorf("write vegeta's results: %w", err)
	}
	return nil
}
