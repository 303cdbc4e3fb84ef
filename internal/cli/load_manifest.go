package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"ifmatch/reports/load"
)

// manifest says what a run is, before it has a result: enough to read its history
// after a crash, and to run it again.
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

// newBuffered is large enough that vegeta's results reach the disk a few times a
// second.
func newBuffered(w io.Writer) *bufio.Writer { return bufio.NewWriterSize(w, 256<<10) }
