package fault

import (
	"ifmatch/reference/handles"
	"ifmatch/reference/store/files"
)

// interleavedFiles are the faults of the File service.
func interleavedFiles(g *group) {
	g.add("file-write-apart", "A change of a file is made to the version that it finds, and overwrites whatever came meanwhile.", "FILE-CONS-01 FILE-LWW-10 FILE-LEASE-03 FILE-LEASE-05 FILE-LEASE-06 FILE-LEASE-12",
		Fault{Files: func(s files.Store) files.Store { return uncheckedFiles{s} }})
	g.add("share-metadata-shown-late", "Get Share Properties shows metadata 20 ms after Set Share Metadata returns.", "FILE-PAIR-03 FILE-CONS-01 FILE-LWW-05",
		Fault{Files: lateShares(newMetadata)})
}

// lateShares shows shares a while as they were before the changes that are picked.
func lateShares(picked func(was, next *files.Share) bool) func(files.Store) files.Store {
	return func(s files.Store) files.Store {
		before := new(delayed[*files.Share])
		return shares{s, noting[files.Share, files.Moment](before, s.Share, picked), before.shown}
	}
}

// newMetadata picks what changes the metadata of a share.
func newMetadata(was, next *files.Share) bool {
	return was != nil && next != nil && !was.Metadata.Equal(next.Metadata)
}

// uncheckedFiles is a store that holds no lock between the look and the write.
type uncheckedFiles struct{ files.Store }

func (s uncheckedFiles) Change(share string, change func(t *files.Tree, at files.Moment) error) error {
	seen := map[handles.FileID]*files.File{}
	err := s.Read(share, "", func(t *files.Tree) error {
		t.Root().Walk(func(n *files.Node) { seen[n.ID] = n.File })
		return nil
	})
	if err != nil {
		return err
	}
	waiting()
	return s.Store.Change(share, func(t *files.Tree, at files.Moment) error {
		newer := map[handles.FileID]*files.File{}
		t.Root().Walk(func(n *files.Node) {
			if old := seen[n.ID]; old != nil && old != n.File {
				newer[n.ID] = n.File
				t.Set(n, old)
			}
		})
		err := change(t, at)
		for id, f := range newer {
			if n := t.ByID(id); n != nil && n.File == seen[id] {
				t.Set(n, f) // what it did not change is not lost
			}
		}
		return err
	})
}
