package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestAStoppedCommandLeavesFilesWhole stops a command while it renders the second of two reports:
// the first one is there, and of the second nothing, not even a temporary file.
func TestAStoppedCommandLeavesFilesWhole(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	f := reportFlag[string]{
		renderers: []renderer[string]{
			{"quick", func(w io.Writer, text string) error { _, err := io.WriteString(w, text); return err }},
			{"slow", func(w io.Writer, text string) error {
				fmt.Fprintf(w, "half of %s", text)
				stop()
				<-never
				return nil
			}},
		},
		specs: []string{"quick=" + filepath.Join(folder, "quick"), "slow=" + filepath.Join(folder, "slow")},
	}
	err := (&app{stdout: io.Discard, stderr: io.Discard}).atOnce(ctx, func(a *app) error {
		wanted, err := f.parse(a)
		for _, w := range wanted {
			err = errors.Join(err, w.write("everything"))
		}
		return err
	})
	if code := explainFailure(io.Discard, err); code != Interrupted {
		t.Errorf("the command ends with %v, want exit code %d", err, Interrupted)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != "quick" {
		t.Errorf("the folder holds %v, want only the first report", entries)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "quick")); string(text) != "everything" {
		t.Errorf("the first report is %q, %v", text, err)
	}
}
