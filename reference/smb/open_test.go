package smb_test

import (
	"testing"

	protocol "github.com/jfjallid/go-smb/smb"

	"ifmatch/reference/handles"
	"ifmatch/reference/smb"
	"ifmatch/reference/store/files"
)

// TestEveryPairOfOpenings opens one file twice over the wire, with every access and share mode. The answers must agree
// with the table of handles. internal/interop asks smbd the same.
func TestEveryPairOfOpenings(t *testing.T) {
	t.Parallel()
	s := start(t, smb.Options{})
	s.put(t, "file")
	a, b := dial(t, s, nil), dial(t, s, nil)
	refused := 0
	for n := range 64 {
		first := opening{access: handles.Access(n & 7), share: handles.Access(n >> 3)}
		held := a.must(t, "file", first)
		for m := range 64 {
			second := opening{access: handles.Access(m & 7), share: handles.Access(m >> 3)}
			f, err := b.open("file", second)
			want := uint32(sharingViolation)
			if handles.Agree(second.access, second.share, first.access, first.share) {
				want = 0
			}
			if status(err) != want {
				t.Errorf("open(%s, %s) beside open(%s, %s): %v, want status %#x", second.access, second.share, first.access, first.share, err, want)
			}
			if err != nil {
				refused++
			} else if err := f.CloseFile(); err != nil {
				t.Fatal(err)
			}
		}
		if err := held.CloseFile(); err != nil {
			t.Fatal(err)
		}
	}
	if refused != 2775 {
		t.Errorf("%d of 4096 pairs were refused, want 2775", refused)
	}
	if n := s.handles(t); n != 0 {
		t.Errorf("%d handles are left", n)
	}
}

func TestOpenings(t *testing.T) {
	t.Parallel()
	const missing, collision, pathMissing = protocol.StatusObjectNameNotFound, protocol.StatusObjectNameCollision, protocol.StatusObjectPathNotFound
	all := handles.All
	for _, tc := range []struct {
		name string
		file string
		o    opening
		want uint32
	}{
		{"opens what exists", "file", opening{access: handles.Read, share: all}, 0},
		{"does not make what is only opened", "new", opening{access: handles.Read, share: all}, missing},
		{"does not make what is only overwritten", "new", opening{access: handles.Write, share: all, disposition: protocol.FileOverwrite}, missing},
		{"makes what is created", "new", opening{access: handles.Write, share: all, disposition: protocol.FileCreate}, 0},
		{"does not create what exists", "file", opening{access: handles.Write, share: all, disposition: protocol.FileCreate}, collision},
		{"finds names whatever their case", "FILE", opening{access: handles.Write, share: all, disposition: protocol.FileCreate}, collision},
		{"wants a parent", `no\file`, opening{access: handles.Read, share: all, disposition: protocol.FileOpenIf}, pathMissing},
		{"wants a directory as the parent", `file\file`, opening{access: handles.Read, share: all, disposition: protocol.FileOpenIf}, pathMissing},
		{"makes a directory", "new", opening{access: handles.Read, share: all, disposition: protocol.FileCreate, options: protocol.FileDirectoryFile}, 0},
		{"tells a file from a directory", "file", opening{access: handles.Read, share: all, options: protocol.FileDirectoryFile}, protocol.StatusNotADirectory},
		{"tells a directory from a file", "", opening{access: handles.Read, share: all, options: protocol.FileNonDirectoryFile}, protocol.StatusFileIsADirectory},
		{"knows no streams", "file:stream", opening{access: handles.Read, share: all}, protocol.StatusObjectNameInvalid},
		{"makes no file with the name of a device", "Aux", opening{access: handles.Write, share: all, disposition: protocol.FileCreate}, protocol.StatusObjectNameInvalid},
		{"knows no way up", `..\file`, opening{access: handles.Read, share: all}, protocol.StatusObjectNameInvalid},
		{"deletes on close only with access for delete", "file", opening{access: handles.Read, share: all, options: protocol.FileDeleteOnClose}, protocol.StatusInvalidParameter},
		{"does not write what is read-only", "locked", opening{access: handles.Write, share: all}, protocol.StatusAccessDenied},
		{"does not empty what is read-only", "locked", opening{access: handles.Read, share: all, disposition: protocol.FileOverwriteIf}, protocol.StatusAccessDenied},
		{"does not delete what is read-only", "locked", opening{access: handles.Delete, share: all, options: protocol.FileDeleteOnClose}, protocol.StatusCannotDelete},
		{"reads what is read-only", "locked", opening{access: handles.Read, share: all}, 0},
		{"knows seven dispositions", "file", opening{access: handles.Read, share: all, disposition: 6}, protocol.StatusInvalidParameter},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, smb.Options{})
			s.put(t, "file")
			s.put(t, "locked")
			protect(t, s, "locked")
			f, err := dial(t, s, nil).open(tc.file, tc.o)
			if status(err) != tc.want {
				t.Errorf("open %q with %+v: %v, want status %#x", tc.file, tc.o, err, tc.want)
			}
			if want := map[bool]int{true: 1}[tc.want == 0]; s.handles(t) != want {
				t.Errorf("%d handles are open, want %d", s.handles(t), want)
			}
			if err == nil {
				f.CloseFile()
			}
		})
	}
}

// protect makes a file read-only.
func protect(t *testing.T, s stage, name string) {
	t.Helper()
	err := s.rest.Files().Change("box", func(tree *files.Tree, _ files.Moment) error {
		_, n := tree.Find([]string{name})
		next := *n.File
		next.SMB.Attributes |= files.ReadOnly
		tree.Set(n, &next)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestOverwritingNeedsToWrite checks that emptying a file counts as a write, whatever access was asked for.
func TestOverwritingNeedsToWrite(t *testing.T) {
	t.Parallel()
	s := start(t, smb.Options{})
	s.put(t, "file")
	c := dial(t, s, nil)
	w := c.must(t, "file", opening{access: handles.Write, share: handles.All})
	if _, err := w.WriteFile([]byte("kept"), 0); err != nil {
		t.Fatal(err)
	}
	w.CloseFile()
	reader := c.must(t, "file", opening{access: handles.Read, share: handles.Read})
	if _, err := c.open("file", opening{access: handles.Read, share: handles.All, disposition: protocol.FileOverwriteIf}); status(err) != sharingViolation {
		t.Errorf("overwrite beside a reader that does not share writing: %v", err)
	}
	reader.CloseFile()
	o := c.must(t, "file", opening{access: handles.Read, share: handles.All, disposition: protocol.FileOverwriteIf})
	defer o.CloseFile()
	s.look(t, func(tree *files.Tree) {
		if _, n := tree.Find([]string{"file"}); n.File.Content.Len() != 0 {
			t.Errorf("the file has %d bytes after it was overwritten", n.File.Content.Len())
		}
	})
}

// TestMarkedDirectories: a directory can be deleted when nothing is in it, and takes nothing new then. The cases of
// features/smb/delete_pending are about files.
func TestMarkedDirectories(t *testing.T) {
	t.Parallel()
	all := handles.All
	s := start(t, smb.Options{})
	c := dial(t, s, nil)
	d := c.must(t, "dir", opening{access: handles.Delete, share: all, disposition: protocol.FileCreate, options: protocol.FileDirectoryFile})
	f := c.must(t, `dir\file`, opening{access: handles.Delete, share: all, disposition: protocol.FileCreate})
	if err := c.pend(d, true); status(err) != protocol.StatusDirectoryNotEmpty {
		t.Errorf("mark a directory that is not empty: %v", err)
	}
	if err := c.pend(f, true); err != nil {
		t.Fatal(err)
	}
	f.CloseFile()
	if err := c.pend(d, true); err != nil {
		t.Fatal(err)
	}
	if _, err := c.open(`dir\other`, opening{access: handles.Write, share: all, disposition: protocol.FileCreate}); status(err) != deletePending {
		t.Errorf("make a file in a directory that is marked: %v", err)
	}
	d.CloseFile()
	if _, err := c.open("dir", opening{share: all}); status(err) != protocol.StatusObjectNameNotFound {
		t.Errorf("open a directory that was deleted: %v", err)
	}
}
