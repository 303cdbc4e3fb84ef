package folder

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ifmatch/internal/namedfile"
	"ifmatch/reports/load"
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

// The files of a run's folder.
const (
	HistoryFile  = "history.ifm"
	PageFile     = "report.html"
	SummaryFile  = "summary.json"
	manifestFile = "manifest.json"
	resultsFile  = "results.gob"
)

// Histories finds the histories that a RUN names: one, or those of the runs of a sweep or a
// search.
func Histories(arg string) ([]string, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return nil, fmt.Errorf("open run: %w", err)
	}
	runs := []string{arg}
	if info.IsDir() {
		if runs, err = historiesBelow(arg); err != nil {
			return nil, err
		}
	}
	for _, path := range runs {
		if err := namedfile.Check(path, 0); err != nil {
			return nil, fmt.Errorf("open run: %w", err)
		}
	}
	return runs, nil
}

// historiesBelow finds the history in a folder, or those in its folders.
func historiesBelow(folder string) ([]string, error) {
	path := filepath.Join(folder, HistoryFile)
	if _, err := os.Stat(path); err == nil {
		return []string{path}, nil
	}
	runs, err := filepath.Glob(filepath.Join(folder, "*", HistoryFile))
	if err != nil || len(runs) == 0 {
		return nil, fmt.Errorf("open run: there is no %s in %s", HistoryFile, folder)
	}
	return runs, nil
}

// ReadSummary reads a result file, or the result in a run's folder.
func ReadSummary(arg string) (load.Run, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return load.Run{}, fmt.Errorf("open run: %w", err)
	}
	path := arg
	if info.IsDir() {
		path = filepath.Join(arg, SummaryFile)
	}
	file, err := namedfile.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return load.Run{}, fmt.Errorf("open run: there is no %s in %s: was it interrupted before it could be reported?", SummaryFile, arg)
	}
	if err != nil {
		return load.Run{}, fmt.Errorf("open run: %w", err)
	}
	defer file.Close()
	r, err := load.Decode(file)
	if err != nil {
		return load.Run{}, fmt.Errorf("%s: %w", path, err)
	}
	if now := Digest(filepath.Join(filepath.Dir(path), HistoryFile)); now != "" && r.Verdict.History != "" && now != r.Verdict.History {
		r.Doubts = append(r.Doubts, "the history has changed since it was judged: ifmatch check "+arg+" judges it again")
	}
	if n := len(r.Points); n > 0 {
		return load.Run{}, fmt.Errorf("%s holds %d runs of a sweep or a search: compare the runs in the folders of its --out one at a time", path, n)
	}
	return r, nil
}

// Digest is the SHA-256 of a file, in hexadecimal digits; "" if it cannot be read.
func Digest(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}
