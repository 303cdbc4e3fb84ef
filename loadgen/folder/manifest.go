// Package folder is the folder of a load run: the files in it, the manifest that says what the run was going to be, and
// how to find the histories of a run, a sweep or a run of several processes again.
//
// Histories finds what can be judged; ReadSummary reads the result that was reported.
package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ifmatch/internal/namedfile"
	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
)

// Manifest describes a run before it has a result: enough to read its history after a crash, and
// to run it again.
type Manifest struct {
	Schema  int         `json:"schema"`
	Kind    string      `json:"kind"` // "load"
	Run     string      `json:"run"`  // id: part of every name and x-ms-client-request-id
	Tool    load.Tool   `json:"tool"`
	Host    load.Host   `json:"host"`
	Target  load.Target `json:"target"`
	Plan    load.Plan   `json:"plan"`
	Started time.Time   `json:"started"`
}

// WriteManifest writes the manifest of a run into its folder, before the run begins.
func WriteManifest(folder, run string, r load.Run) error {
	text, err := json.MarshalIndent(Manifest{load.Schema, "load", run, r.Tool, r.Host, r.Target, r.Plan, r.Started}, "", "  ")
	if err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	if err := os.WriteFile(filepath.Join(folder, manifestFile), append(text, '\n'), 0o666); err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	return nil
}

// BelongTogether returns an error if the manifest next to a history is not that of its run. A
// folder without a manifest is accepted.
func BelongTogether(path string) error {
	beside := filepath.Join(filepath.Dir(path), manifestFile)
	file, err := namedfile.Open(beside)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("read the manifest: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		return fmt.Errorf("read the manifest: %w", err)
	}
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return fmt.Errorf("read the manifest: %s is damaged: %w", beside, err)
	}
	if m.Kind != "load" || m.Run == "" {
		return fmt.Errorf("read the manifest: %s names no load run", beside)
	}
	r, err := history.OpenFile(path)
	if err != nil {
		return nil // judging the file gives a better error
	}
	defer r.Close()
	if run := r.Header().Run; run != m.Run {
		return fmt.Errorf("read the run: %s is of run %s, and %s of run %s", path, run, beside, m.Run)
	}
	return nil
}
