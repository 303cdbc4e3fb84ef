package file_test

import (
	"strings"
	"testing"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/steps/file"
	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
)

// play begins a new scenario on the embedded reference.
func play(t *testing.T) *scenario.World {
	t.Helper()
	return rehearsal.Play(t, embedded.New(embedded.Options{Seed: 1}), file.New())
}

// TestEveryState builds every state that features can name, and reads it back.
func TestEveryState(t *testing.T) {
	t.Parallel()
	rehearsal.EveryState(t, play, map[string]bool{
		"share exists": true, "share does not exist": false, "share was deleted": false, "share has a snapshot": true, "share has a leased snapshot": true,
		"share is Available": true, "share is Leased(A)": true, "share is Breaking(A)": true, "share is Broken(A)": true, "share is Expired(A) and was leased since": true,
		"directory exists": true, "directory does not exist": false, "directory was deleted": false, "directory holds a file": true,
		"directory is in a missing directory": false, "directory belongs to a missing share": false,
		"file exists": true, "file does not exist": false, "file was deleted": false, "file is read-only": true, "file has a snapshot": true,
		"file is in a missing directory": false, "file belongs to a missing share": false,
		"file is Available": true, "file is Leased(A)": true, "file is Broken(A)": true,
	}, nil)
}

func TestFilesOfADirectory(t *testing.T) {
	t.Parallel()
	w := play(t)
	rehearsal.Provide(t, w, "directory", "", "exists")
	f := rehearsal.Provide(t, w, "file", "", "is in the directory")
	if got := f.Address.String(); !strings.HasSuffix(got, "/directory/file.bin") {
		t.Errorf("the file lies at %s", got)
	}
}

// TestLeasesOfFilesNeverEnd: a state that no file can have is an error of the feature.
func TestLeasesOfFilesNeverEnd(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"is Expired(A)", "is Breaking(A)", "is Leased(A) for 15 seconds"} {
		w := play(t)
		kind := w.Language.Kind("file", "file")
		p, _, err := kind.Givens[len(kind.Givens)-1].Read(state)
		if err == nil {
			err = perform.Provide(t.Context(), w, kind, "", p)
		}
		if err == nil || !strings.Contains(err.Error(), "never ends by itself") {
			t.Errorf("a file that %s: %v", state, err)
		}
	}
}

// TestLeftoversAreFoundAndRemoved: also a share with a lease and a leased snapshot.
func TestLeftoversAreFoundAndRemoved(t *testing.T) {
	t.Parallel()
	w := play(t)
	left := rehearsal.Provide(t, w, "share", "", "has a leased snapshot")
	op := w.Language.Must("Lease Share acquire")
	c := w.Keeper.Client(target.File)
	if resp, err := op.Do(t.Context(), c, left.Address, op.Request()); err != nil || !resp.OK() {
		t.Fatal(resp, err)
	}
	shares := w.Language.Lexicon(target.File).Leftovers
	names, err := shares.List(t.Context(), c, "ifmatch-r-")
	if err != nil || len(names) != 1 {
		t.Fatalf("%d leftovers, %v", len(names), err)
	}
	if err := shares.Remove(t.Context(), c, names[0]); err != nil {
		t.Error(err)
	}
	if names, err = shares.List(t.Context(), c, "ifmatch-r-"); err != nil || len(names) != 0 {
		t.Errorf("%d leftovers are still there, %v", len(names), err)
	}
}
