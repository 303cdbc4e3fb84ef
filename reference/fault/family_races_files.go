package fault

import (
	"maps"

	"ifmatch/reference/errcode"
	"ifmatch/reference/handles"
	"ifmatch/reference/metadata"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

func racesOfFiles(g *group) {
	g.files("create-file-in-two-steps", "Create File over a file stores size and properties, and metadata some milliseconds later.", "FILE-LWW-05 FILE-PAIR-02 FILE-PAIR-03", changing(creatingInSteps))
	g.files("set-file-metadata-merged", "Two Set File Metadata at once leave the names of both.", "FILE-PAIR-02 FILE-LWW-05", since(nodes, mergingFiles))
	g.files("delete-directory-over-creation", "Delete Directory looks whether the directory is empty, and removes it some milliseconds later with what is in it.", "FILE-PAIR-06", since(nodes, deletingFilled))
	g.files("rename-file-by-copy", "Rename File copies the file as it was on arrival, and removes the old name some milliseconds later.", "FILE-PAIR-05", since(nodes, renamingArrived))
	g.files("delete-file-past-lease", "Delete File looks for a lease on arrival, and deletes some milliseconds later.", "FILE-PAIR-01", since(nodes, leasedEarly), op.DeleteFile)
	g.files("set-share-metadata-merged", "Two Set Share Metadata at once leave the names of both.", "FILE-PAIR-04", mergingShares, op.SetShareMetadata)
}

// mergingFiles merges the metadata of a change into that of one that overlapped with it.
func mergingFiles(was map[handles.FileID]fileBefore, t *files.Tree, change func() error) error {
	now := nodes(t)
	err := change()
	for id, old := range now {
		came, n := was[id].file, t.ByID(id)
		if n == nil || came == nil || came == old.file || n.File == old.file || n.File.Content.Len() != old.file.Content.Len() ||
			old.file.Metadata.Equal(came.Metadata) || n.File.Metadata.Equal(old.file.Metadata) {
			continue
		}
		t.Set(n, changed(n.File, func(both *files.File) { both.Metadata = mergedMetadata(old.file.Metadata, both.Metadata) }))
	}
	return err
}

// deletingFilled deletes a directory with the files that were created in it since the change arrived.
func deletingFilled(was map[handles.FileID]fileBefore, t *files.Tree, change func() error) error {
	refused := change()
	if !refusedAs(refused, errcode.DirectoryNotEmpty) {
		return refused
	}
	made := nodes(t)
	maps.DeleteFunc(made, func(id handles.FileID, _ fileBefore) bool { return was[id].file != nil })
	for id := range made {
		t.Remove(t.ByID(id))
	}
	err := change()
	for _, p := range made {
		if err != nil {
			t.Add(p.parent, p.name, p.file)
		}
	}
	return err
}

// renamingArrived gives a renamed file the content that it had when the change arrived.
func renamingArrived(was map[handles.FileID]fileBefore, t *files.Tree, change func() error) error {
	now := nodes(t)
	err := change()
	for id, p := range now {
		if n := t.ByID(id); n != nil && was[id].file != nil && (n.Name != p.name || n.Parent != p.parent) {
			t.Set(n, changed(n.File, func(old *files.File) { old.Content = was[id].file.Content }))
		}
	}
	return err
}

// leasedEarly judges a change of files by the leases that they had when it arrived.
func leasedEarly(was map[handles.FileID]fileBefore, t *files.Tree, change func() error) error {
	now, judged := nodes(t), map[handles.FileID]*files.File{}
	for id, p := range now {
		if came := was[id].file; came != nil && came.Lease != p.file.Lease {
			judged[id] = changed(p.file, func(unaware *files.File) { unaware.Lease = came.Lease })
			t.Set(t.ByID(id), judged[id])
		}
	}
	err := change()
	for id, unaware := range judged {
		n := t.ByID(id)
		switch {
		case n == nil: // it deleted the file
		case n.File == unaware:
			t.Set(n, now[id].file)
		case n.File.Lease == unaware.Lease: // it did not change it
			t.Set(n, changed(n.File, func(aware *files.File) { aware.Lease = now[id].file.Lease }))
		}
	}
	return err
}

// mergingShares is a store that merges the metadata of a share with those of an overlapping request.
func mergingShares(s files.Store) files.Store {
	return shares{Store: s, way: overlapping[files.Share, files.Moment](s.Share, func(_, old, next *files.Share) { next.Metadata = mergedMetadata(old.Metadata, next.Metadata) })}
}

// creatingInSteps gives a file that replaces another its metadata in a second step.
func creatingInSteps(s files.Store, share string, change treeChange) error {
	rest := map[handles.FileID]metadata.List{}
	err := s.Change(share, func(t *files.Tree, at files.Moment) error {
		was := nodes(t)
		err := change(t, at)
		for id, old := range was {
			n := t.ByID(id)
			if n == nil || n.File.SMB.Created == old.file.SMB.Created && n.File.Content.Len() == old.file.Content.Len() || n.File.Metadata.Equal(old.file.Metadata) {
				continue
			}
			rest[id] = n.File.Metadata
			t.Set(n, changed(n.File, func(half *files.File) { half.Metadata = old.file.Metadata }))
		}
		return err
	})
	if err != nil || len(rest) == 0 {
		return err
	}
	waiting()
	return s.Change(share, func(t *files.Tree, _ files.Moment) error {
		for id, m := range rest {
			if n := t.ByID(id); n != nil {
				t.Set(n, changed(n.File, func(whole *files.File) { whole.Metadata = m }))
			}
		}
		return nil
	})
}
