package fault

import (
	"ifmatch/reference/handles"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

// interleavedFiles are the faults of the File service.
func interleavedFiles(g *group) {
	g.files("file-write-apart", "A change of a file is made to the version that it finds, and overwrites whatever came meanwhile.", "FILE-CONS-01 FILE-LWW-10 FILE-LEASE-03 FILE-LEASE-05 FILE-LEASE-06 FILE-LEASE-12", since(filesOf, overwriting))
	g.late("share-metadata-shown-late", "Get Share Properties shows metadata 20 ms after Set Share Metadata returns.", "FILE-PAIR-03 FILE-CONS-01 FILE-LWW-05", []op.Operation{op.SetShareMetadata}, op.GetShareProperties)
}

// filesOf are all files and directories of a share by their numbers.
func filesOf(t *files.Tree) map[handles.FileID]*files.File {
	out := map[handles.FileID]*files.File{}
	t.Root().Walk(func(n *files.Node) { out[n.ID] = n.File })
	return out
}

// overwriting applies a change to the versions that it found, and loses newer ones.
func overwriting(seen map[handles.FileID]*files.File, t *files.Tree, change func() error) error {
	newer := filesOf(t)
	for id, f := range newer {
		if old := seen[id]; old != nil && old != f {
			t.Set(t.ByID(id), old)
		}
	}
	err := change()
	for id, f := range newer {
		if n := t.ByID(id); n != nil && n.File == seen[id] && n.File != f {
			t.Set(n, f) // what it did not change is not lost
		}
	}
	return err
}
