package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"ifmatch/reports/load"
)

// manifest describes a run before it has a result: enough to read its history after a crash, and
// to run it again.
type manifest struct {
	Schema  int         `json:"schema"`
	Kind    string      `json:"kind"` // "load"
	Run     string      `json:"run"`  // id: part of every name and x-ms-client-request-id
	Tool    load.Tool   `json:"tool"`
	Host    load.Host   `json:"host"`
	Target  load.Target `json:"target"`
	Plan    load.Plan   `json:"plan"`
	Started time.Time   `json:"started"`
}

func writeManifest(path, run string, r load.Run) error {
	text, err := json.MarshalIndent(manifest{load.Schema, "load", run, r.Tool, r.Host, r.Target, r.Plan, r.Started}, "", "  ")
	if err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	if err := os.WriteFile(path, append(text, '\n'), 0o666); err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	return nil
}

// results is the file of vegeta's results. A folder that is not kept has none: the file is ten
// times as large as the history, and would burden a long run.
type results struct {
	file *os.File // nil: none
	w    *bufio.Writer
}

func openResults(folder string, kept bool) (*results, error) {
	if !kept {
		return &results{}, nil
	}
	f, err := os.Create(filepath.Join(folder, resultsFile))
	if err != nil {
		return nil, fmt.Errorf("write vegeta's results: %w", err)
	}
	return &results{f, bufio.NewWriterSize(f, 256<<10)}, nil
}

// writer is what vegeta's encoder writes to, nil if there is no file.
func (r *results) writer() io.Writer {
	if r.file == nil {
		return nil
	}
	return r.w
}

// Close flushes and closes the file, once.
func (r *results) Close() error {
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
	historyFile  = "history.ifm"
	resultsFile  = "results.gob"
	summaryFile  = "summary.json"
	manifestFile = "manifest.json"
	pageFile     = "report.html"
)
