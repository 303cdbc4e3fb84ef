package fault

import (
	"errors"
	"maps"

	"ifmatch/reference/errcode"
	"ifmatch/reference/handles"
	"ifmatch/reference/metadata"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

func racesOfFiles(g *group) {
	since := func(name, sentence, at string, do func(was map[handles.FileID]fileBefore, t *files.Tree, change func() error) error) {
		g.files(name, sentence, at, func(s files.Store) files.Store { return filesSince{s, do} })
	}
	g.files("create-file-in-two-steps", "Create File over a file stores size and properties, and metadata some milliseconds later.", "FILE-LWW-05 FILE-PAIR-02 FILE-PAIR-03", func(s files.Store) files.Store { return creatingInSteps{s} })
	since("set-file-metadata-merged", "Two Set File Metadata at once leave the names of both.", "FILE-PAIR-02 FILE-LWW-05", mergingFiles)
	since("delete-directory-over-creation", "Delete Directory looks whether the directory is empty, and removes it some milliseconds later with what is in it.", "FILE-PAIR-06", deletingFilled)
	since("rename-file-by-copy", "Rename File copies the file as it was on arrival, and removes the old name some milliseconds later.", "FILE-PAIR-05", renamingArrived)
	g.add("delete-file-past-lease", "Delete File looks for a lease on arrival, and deletes some milliseconds later.", "FILE-PAIR-01",
		Fault{Scope: []op.Operation{op.DeleteFile}, Files: func(s files.Store) files.Store { return filesSince{s, leasedEarly} }})
	g.add("set-share-metadata-merged", "Two Set Share Metadata at once leave the names of both.", "FILE-PAIR-04",
		Fault{Scope: []op.Operation{op.SetShareMetadata}, Files: mergingShares})
}

// filesSince is a store whose changes know the files that were there when they arrived.
type filesSince struct {
	files.Store
	do func(was map[handles.FileID]fileBefore, t *files.Tree, change func() error) error
}

func (s filesSince) Change(share string, change func(t *files.Tree, at files.Moment) error) error {
	var was map[handles.FileID]fileBefore
	if err := s.Read(share, "", func(t *files.Tree) error {
		was = nodes(t)
		return nil
	}); err != nil {
		return err
	}
	waiting()
	return s.Store.Change(share, func(t *files.Tree, at files.Moment) error {
		return s.do(was, t, func() error { return change(t, at) })
	})
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
		merged := *n.File
		merged.Metadata = mergedMetadata(old.file.Metadata, merged.Metadata)
		t.Set(n, &merged)
	}
	return err
}

// deletingFilled deletes a directory with the files that were created in it since the change arrived.
func deletingFilled(was map[handles.FileID]fileBefore, t *files.Tree, change func() error) error {
	refused := change()
	var code *errcode.Error
	if !errors.As(refused, &code) || code.Code != errcode.DirectoryNotEmpty {
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
			old := *n.File
			old.Content = was[id].file.Content
			t.Set(n, &old)
		}
	}
	return err
}

// leasedEarly judges a change of files by the leases that they had when it arrived.
func leasedEarly(was map[handles.FileID]fileBefore, t *files.Tree, change func() error) error {
	now, judged := nodes(t), map[handles.FileID]*files.File{}
	for id, p := range now {
		if came := was[id].file; came != nil && came.Lease != p.file.Lease {
			unaware := *p.file
			unaware.Lease = came.Lease
			judged[id] = &unaware
			t.Set(t.ByID(id), &unaware)
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
			aware := *n.File
			aware.Lease = now[id].file.Lease
			t.Set(n, &aware)
		}
	}
	return err
}

// shares is a store that updates its shares in some way. It shows them as they are if shown is nil.
type shares struct {
	files.Store
	way   way[files.Share, files.Moment]
	shown func(name string, now *files.Share) *files.Share
}

func (s shares) Share(name string) *files.Share {
	now := s.Store.Share(name)
	if s.shown == nil {
		return now
	}
	return s.shown(name, now)
}

func (s shares) UpdateShare(name string, by files.ShareChange) (*files.Share, error) {
	return s.way(name, func(by change[files.Share, files.Moment]) (*files.Share, error) {
		return s.Store.UpdateShare(name, by)
	}, by)
}

// mergingShares is a store that merges the metadata of a share with those of an overlapping request.
func mergingShares(s files.Store) files.Store {
	return shares{Store: s, way: overlapping[files.Share, files.Moment](s.Share, func(_, old, next *files.Share) { next.Metadata = mergedMetadata(old.Metadata, next.Metadata) })}
}

// creatingInSteps is a store in which a file that replaces another gets its metadata in a second step.
type creatingInSteps struct{ files.Store }

func (s creatingInSteps) Change(share string, change func(t *files.Tree, at files.Moment) error) error {
	rest := map[handles.FileID]metadata.List{}
	err := s.Store.Change(share, func(t *files.Tree, at files.Moment) error {
		was := nodes(t)
		err := change(t, at)
		for id, old := range was {
			n := t.ByID(id)
			if n == nil || n.File.SMB.Created == old.file.SMB.Created && n.File.Content.Len() == old.file.Content.Len() || n.File.Metadata.Equal(old.file.Metadata) {
				continue
			}
			rest[id] = n.File.Metadata
			half := *n.File
			half.Metadata = old.file.Metadata
			t.Set(n, &half)
		}
		return err
	})
	if err != nil || len(rest) == 0 {
		return err
	}
	waiting()
	return s.Store.Change(share, func(t *files.Tree, _ files.Moment) error {
		for id, m := range rest {
			if n := t.ByID(id); n != nil {
				whole := *n.File
				whole.Metadata = m
				t.Set(n, &whole)
			}
		}
		return nil
	})
}
