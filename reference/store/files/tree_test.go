package files

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/handles"
	"ifmatch/reference/store"
)

func directory() *File { return &File{SMB: SMB{Attributes: Directory}} }

// planted makes a store with the share "books". Paths that end with a slash are directories.
func planted(t *testing.T, paths ...string) *Memory {
	t.Helper()
	m := New(clock.NewVirtual(time.Now()))
	_, err := m.UpdateShare("books", func(*Share, Moment) (*Share, error) { return &Share{}, nil })
	if err != nil {
		t.Fatal(err)
	}
	changed(t, m, func(tree *Tree, _ Moment) {
		for _, path := range paths {
			f := &File{Content: store.Bytes([]byte(path))}
			if strings.HasSuffix(path, "/") {
				f = directory()
			}
			names := strings.Split(strings.TrimSuffix(path, "/"), "/")
			parent, _ := tree.Find(names)
			tree.Add(parent, names[len(names)-1], f)
		}
	})
	return m
}

func changed(t *testing.T, m *Memory, change func(*Tree, Moment)) {
	t.Helper()
	if err := m.Change("books", func(tree *Tree, at Moment) error { change(tree, at); return nil }); err != nil {
		t.Fatal(err)
	}
}

func at(tree *Tree, path string) *Node {
	_, n := tree.Find(strings.Split(path, "/"))
	return n
}

// shown returns the tree as a list of paths.
func shown(tree *Tree) (paths []string) {
	tree.Root().Walk(func(n *Node) {
		if n != tree.Root() {
			paths = append(paths, strings.Join(n.Path(), "/"))
		}
	})
	return paths
}

func TestTree(t *testing.T) {
	t.Parallel()
	m := planted(t, "a/", "a/F", "a/b/", "a/b/g", "c")
	changed(t, m, func(tree *Tree, _ Moment) {
		if n := at(tree, "A/f"); n == nil || n.Name != "F" || n.IsDirectory() || !n.Below(at(tree, "a")) {
			t.Errorf("A/f is %+v", n)
		}
		if parent, n := tree.Find([]string{"c", "x"}); parent != nil || n != nil {
			t.Error("a file has entries")
		}
		if parent, n := tree.Find([]string{"a", "x"}); parent != at(tree, "a") || n != nil {
			t.Error("what does not exist is found, or its directory is not")
		}
		if got := tree.Size(); got != int64(len("a/F")+len("a/b/g")+len("c")) {
			t.Errorf("the files have %d bytes", got)
		}
		b := at(tree, "a/b")
		id := b.ID
		tree.Move(b, tree.Root(), "B2")
		if !reflect.DeepEqual([]string{"a", "a/F", "B2", "B2/g", "c"}, shown(tree)) {
			t.Errorf("after a move: want %+v, got %+v", []string{"a", "a/F", "B2", "B2/g", "c"}, shown(tree))
		}
		if tree.ByID(id) != b || at(tree, "b2") != b || b.Below(at(tree, "a")) {
			t.Error("what was moved is another")
		}
		tree.Set(at(tree, "c"), &File{Content: store.Zeros(100)})
		tree.Remove(at(tree, "a/f"))
		if tree.Size() != 100+int64(len("a/b/g")) || !at(tree, "a").Empty() || tree.Root().Empty() {
			t.Errorf("after a removal: %v, %d bytes", shown(tree), tree.Size())
		}
	})
}

func TestListsAreInOrderFromAName(t *testing.T) {
	t.Parallel()
	m := planted(t, "b", "A", "c", "D/")
	changed(t, m, func(tree *Tree, _ Moment) {
		var got []string
		tree.Root().List("b", func(n *Node) bool {
			got = append(got, n.Name)
			return n.Name != "c"
		})
		if !reflect.DeepEqual([]string{"b", "c"}, got) {
			t.Errorf("want %+v, got %+v", []string{"b", "c"}, got)
		}
	})
}

func TestSnapshotsKeepWhatWas(t *testing.T) {
	t.Parallel()
	m := planted(t, "a/", "a/f")
	_, err := m.UpdateShare("books", func(old *Share, now Moment) (*Share, error) {
		next := *old
		next.Snapshots = []Snapshot{now.Snapshot("then", old)}
		return &next, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	changed(t, m, func(tree *Tree, _ Moment) { tree.Remove(at(tree, "a/f")); tree.Remove(at(tree, "a")) })
	err = m.Read("books", "then", func(tree *Tree) error {
		if n := at(tree, "a/f"); n == nil || string(n.File.Content.All()) != "a/f" || tree.Size() != 3 {
			t.Errorf("the snapshot holds %v", shown(tree))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := m.Read("books", "never", nil); !errors.Is(err, ErrNoSnapshot) {
		t.Errorf("a snapshot that there is not: %v", err)
	}
}

func TestDeletedSharesStartAnew(t *testing.T) {
	t.Parallel()
	m := planted(t, "f")
	now := time.Now()
	for _, next := range []*Share{{DeletedAt: now}, {}} {
		if _, err := m.UpdateShare("books", func(*Share, Moment) (*Share, error) { return next, nil }); err != nil {
			t.Fatal(err)
		}
		if next.Deleted() {
			if err := m.Change("books", nil); !errors.Is(err, ErrNoShare) {
				t.Errorf("files of a deleted share are changed: %v", err)
			}
			m.ListShares("", func(name string, s *Share) bool {
				if !s.Deleted() {
					t.Errorf("%s is listed", name)
				}
				return true
			})
		}
	}
	changed(t, m, func(tree *Tree, _ Moment) {
		if got := shown(tree); got != nil {
			t.Errorf("a new share holds %v", got)
		}
	})
}

// TestClosingRemovesWhatIsPending marks files and directories for deletion, and closes their handles. // FILE-DEL-05
func TestClosingRemovesWhatIsPending(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		path string
		gone bool
	}{{"f", true}, {"empty", true}, {"full", false}} {
		m := planted(t, "f", "empty/", "full/", "full/f")
		changed(t, m, func(tree *Tree, now Moment) {
			id, err := tree.Open(at(tree, tc.path), handles.Opening{Access: handles.Delete, Share: handles.All, DeleteOnClose: true}, now.Now)
			if err != nil {
				t.Fatal(err)
			}
			if err := tree.Close(id, now.Stamp); err != nil {
				t.Error(err)
			}
			if got := at(tree, tc.path) == nil; got != tc.gone {
				t.Errorf("%s is gone: %v, want %v", tc.path, got, tc.gone)
			}
		})
	}
}

func FuzzAttributes(f *testing.F) {
	for _, text := range []string{"None", "ReadOnly | Archive", "hidden|SYSTEM", "x", "|", "None|Hidden"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, ok := ParseAttributes(text)
		if !ok {
			return
		}
		if again, ok := ParseAttributes(a.String()); !ok || again != a {
			t.Errorf("%q is %#x, which is written as %q", text, a, a)
		}
	})
}
