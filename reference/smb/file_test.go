package smb_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"time"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/unicode"

	"ifmatch/reference/handles"
	"ifmatch/reference/smb"
	"ifmatch/reference/store/files"
)

func (s stage) file(t *testing.T, name string) (f files.File) {
	t.Helper()
	s.look(t, func(tree *files.Tree) {
		_, n := tree.Find(strings.Split(name, `\`))
		if n == nil {
			t.Fatalf("there is no %s", name)
		}
		f = *n.File
	})
	return f
}

// TestContentIsThatOfREST writes over SMB at every kind of position, and reads the result as REST would.
func TestContentIsThatOfREST(t *testing.T) { // FILE-LWW-01
	t.Parallel()
	s := start(t, smb.Options{})
	c := dial(t, s, nil)
	f := c.must(t, "file", opening{access: handles.Read | handles.Write, share: handles.All, disposition: protocol.FileCreate})
	defer f.CloseFile()
	var want []byte
	for _, w := range []struct {
		at   int
		data string
	}{{0, "hello"}, {5, " world"}, {9, "ds and more"}, {0, "J"}, {30, "far"}, {2, "--"}} {
		if _, err := f.WriteFile([]byte(w.data), uint64(w.at)); err != nil {
			t.Fatal(err)
		}
		want = append(want, make([]byte, max(0, w.at+len(w.data)-len(want)))...)
		copy(want[w.at:], w.data)
		got := s.file(t, "file")
		if !bytes.Equal(got.Content.All(), want) {
			t.Errorf("after %+v the file is %q, want %q", w, got.Content.All(), want)
		}
	}
	for _, size := range []uint64{4, 8} {
		if err := c.resize(f, size); err != nil {
			t.Fatal(err)
		}
	}
	read := make([]byte, 100)
	n, err := f.ReadFile(read, 0)
	if got, want := string(read[:n]), string(want[:4])+"\x00\x00\x00\x00"; err != nil || got != want {
		t.Errorf("read %q, %v, want %q", got, err, want)
	}
}

// TestClosingStamps writes through one of two handles: the stamp moves when a handle is closed, and only then.
func TestClosingStamps(t *testing.T) { // FILE-ETAG-08
	t.Parallel()
	s := start(t, smb.Options{})
	c := dial(t, s, nil)
	f := c.must(t, "file", opening{access: handles.Read | handles.Write, share: handles.All, disposition: protocol.FileCreate})
	other := c.must(t, "file", opening{access: handles.Read, share: handles.All})
	created := s.file(t, "file").Stamp
	if _, err := f.WriteFile([]byte("hello"), 0); err != nil {
		t.Fatal(err)
	}
	if got := s.file(t, "file"); got.Stamp != created || string(got.Content.All()) != "hello" {
		t.Errorf("before the handle is closed the file has %q and the stamp %s, want the one of its creation", got.Content.All(), got.Stamp.ETag)
	}
	closeOf(t, f)
	written := s.file(t, "file").Stamp
	if written == created {
		t.Error("after the handle was closed the file has its old stamp")
	}
	closeOf(t, other)
	if got := s.file(t, "file").Stamp; got != written {
		t.Error("a handle through which nothing was written has moved the stamp")
	}
}

// closeOf closes a handle.
func closeOf(t *testing.T, f *protocol.File) {
	t.Helper()
	if err := f.CloseFile(); err != nil {
		t.Fatal(err)
	}
}

// TestAccessIsThatOfTheHandle checks that a handle can do only what it was opened for.
func TestAccessIsThatOfTheHandle(t *testing.T) {
	t.Parallel()
	s := start(t, smb.Options{})
	s.put(t, "file")
	c := dial(t, s, nil)
	reader := c.must(t, "file", opening{access: handles.Read, share: handles.All})
	defer reader.CloseFile()
	rename, _ := renaming("other", false)
	for name, err := range map[string]error{
		"resize":         c.resize(reader, 5),
		"mark":           c.pend(reader, true),
		"rename":         c.set(reader, protocol.FileRenameInformation, rename),
		"set attributes": c.set(reader, protocol.FileBasicInformation, make([]byte, 40)),
	} {
		if status(err) != protocol.StatusAccessDenied {
			t.Errorf("%s by a handle for reading: %v", name, err)
		}
	}
	if err := c.resize(c.must(t, "file", opening{access: handles.Write, share: handles.All}), 1<<31); status(err) != 0xC000007F {
		t.Errorf("grow beyond the quota of the share: %v", err)
	}
	for class, value := range map[byte][]byte{protocol.FileDispositionInformation: {}, protocol.FileEndOfFileInformation: {1, 2}, protocol.FileRenameInformation: {1}, protocol.FileBasicInformation: {1}} {
		if err := c.set(reader, class, append(value, 0)[:len(value)]); len(value) > 0 && status(err) != protocol.StatusInfoLengthMismatch {
			t.Errorf("a value that is too short for class %#x: %v", class, err)
		}
	}
}

// renaming returns the value of FileRenameInformation.
func renaming(to string, replace bool) ([]byte, error) {
	name := unicode.ToUnicode(to)
	value := make([]byte, 20, 20+len(name))
	if replace {
		value[0] = 1
	}
	binary.LittleEndian.PutUint32(value[16:], uint32(len(name)))
	return append(value, name...), nil
}

func TestRename(t *testing.T) {
	t.Parallel()
	const collision, denied = protocol.StatusObjectNameCollision, protocol.StatusAccessDenied
	for _, tc := range []struct {
		name, from, to string
		replace        bool
		want           uint32
	}{
		{"to a new name", "file", "new", false, 0},
		{"to another spelling", "file", "FILE", false, 0},
		{"into a directory", "file", `dir\new`, false, 0},
		{"into one that there is not", "file", `no\new`, false, protocol.StatusObjectPathNotFound},
		{"to a name that is taken", "file", "other", false, collision},
		{"in the place of a file", "file", "other", true, 0},
		{"in the place of one that is open", "file", "open", true, denied},
		{"in the place of one that is read-only", "file", "locked", true, denied},
		{"in the place of a directory", "file", "dir", true, denied},
		{"of a directory", "empty", "new", false, 0},
		{"of a directory into itself", "empty", `empty\new`, false, denied},
		{"of a directory in which something is open", "dir", "new", false, denied},
		{"to a name that cannot be", "file", "a*b", false, protocol.StatusObjectNameInvalid},
		{"of the root", "", "new", false, denied},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, smb.Options{})
			for _, name := range []string{"file", "other", "open", "locked"} {
				s.put(t, name)
			}
			protect(t, s, "locked")
			c := dial(t, s, nil)
			for _, name := range []string{"dir", "empty"} {
				c.must(t, name, opening{share: handles.All, disposition: protocol.FileCreate, options: protocol.FileDirectoryFile}).CloseFile()
			}
			for name, d := range map[string]uint32{"open": protocol.FileOpen, `dir\open`: protocol.FileCreate} {
				defer c.must(t, name, opening{access: handles.Read, share: handles.All, disposition: d}).CloseFile()
			}
			f := c.must(t, tc.from, opening{access: handles.Delete, share: handles.All})
			defer f.CloseFile()
			value, err := renaming(tc.to, tc.replace)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.set(f, protocol.FileRenameInformation, value); status(err) != tc.want {
				t.Errorf("rename %q to %q: %v, want status %#x", tc.from, tc.to, err, tc.want)
			}
			if tc.want == 0 {
				s.file(t, tc.to)
				s.look(t, func(tree *files.Tree) {
					if _, n := tree.Find([]string{tc.from}); n != nil && !strings.EqualFold(tc.from, tc.to) {
						t.Errorf("%s is still there", tc.from)
					}
				})
			}
		})
	}
}

func TestAttributesAndTimes(t *testing.T) {
	t.Parallel()
	s := start(t, smb.Options{})
	c := dial(t, s, nil)
	q := protocol.NewCreateReqOpts()
	q.DesiredAccess, q.ShareAccess, q.CreateDisp, q.CreateOpts = mask(handles.All)|protocol.FAccMaskFileWriteAttributes, 7, protocol.FileCreate, 0
	f, err := c.OpenFileExt("box", "file", q)
	if err != nil {
		t.Fatal(err)
	}
	defer f.CloseFile()
	value := make([]byte, 40)
	when := time.Date(2024, 2, 29, 12, 0, 0, 500, time.UTC)
	binary.LittleEndian.PutUint64(value[16:], uint64(when.Unix()+11_644_473_600)*1e7+uint64(when.Nanosecond()/100))
	binary.LittleEndian.PutUint32(value[32:], uint32(files.ReadOnly|files.Hidden))
	if err := c.set(f, protocol.FileBasicInformation, value); err != nil {
		t.Fatal(err)
	}
	got := s.file(t, "file").SMB
	if got.Attributes != files.ReadOnly|files.Hidden || !got.LastWrite.Equal(when) {
		t.Errorf("the file has %s and was written %s, want ReadOnly | Hidden and %s", got.Attributes, got.LastWrite, when)
	}
	if err := c.pend(f, true); status(err) != protocol.StatusCannotDelete {
		t.Errorf("mark a file that is read-only: %v", err)
	}
	binary.LittleEndian.PutUint32(value[32:], 0x80) // no attributes
	if err := c.set(f, protocol.FileBasicInformation, value); err != nil {
		t.Fatal(err)
	}
	if got := s.file(t, "file").SMB.Attributes; got != 0 {
		t.Errorf("the file has %s, want no attributes", got)
	}
}

func TestListing(t *testing.T) {
	t.Parallel()
	s := start(t, smb.Options{})
	c := dial(t, s, nil)
	for _, name := range []string{"b.txt", "A.txt", "[c].md"} {
		s.put(t, name)
	}
	pending := c.must(t, "b.txt", opening{access: handles.Delete, share: handles.All})
	if err := c.pend(pending, true); err != nil {
		t.Fatal(err)
	}
	defer pending.CloseFile()
	for pattern, want := range map[string][]string{
		"*": {"A.txt", "[c].md", "b.txt"}, "*.TXT": {"A.txt", "b.txt"}, "[c].md": {"[c].md"}, "?.txt": {"A.txt", "b.txt"}, "<.md": {"[c].md"}, "none": nil,
	} {
		list, err := c.ListDirectory("box", "", pattern)
		if err != nil {
			t.Errorf("list %q: %v", pattern, err)
		}
		var got []string
		for _, f := range list {
			if f.Name != "." && f.Name != ".." {
				got = append(got, f.Name)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("list %q: %q, want %q", pattern, got, want)
		}
	}
}
