package folder

import (
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
