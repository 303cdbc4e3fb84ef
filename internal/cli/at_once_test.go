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

// TestUntil: work that ends is waited for, and work that does not is abandoned.
func TestUntil(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	if got, err := until(t.Context(), func() (int, error) { return 7, broken }); got != 7 || !errors.Is(err, broken) {
		t.Errorf("until returns %d and %v, want what the work does", got, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	_, err := until(ctx, func() (int, error) {
		stop()
		<-never
		return 0, nil
	})
	if r := result(OK); !errors.As(err, &r) || ExitCode(r) != Interrupted {
		t.Errorf("abandoned: %v, want exit code %d", err, Interrupted)
	}
	if _, err := until(ctx, func() (int, error) { t.Error("work began after the end"); return 0, nil }); err == nil {
		t.Error("after the end until returns no error")
	}
}

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
	if r := result(OK); !errors.As(err, &r) || ExitCode(r) != Interrupted {
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
