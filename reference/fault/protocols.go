package fault

import (
	"sync"

	"ifmatch/reference/handles"
	"ifmatch/reference/store/files"
)

// fileBefore is where a file was, and its version then.
type fileBefore struct {
	parent *files.Node
	name   string
	file   *files.File
}

// nodes are all files of a share. Directories stay what they are.
func nodes(t *files.Tree) map[handles.FileID]fileBefore {
	out := map[handles.FileID]fileBefore{}
	t.Root().Walk(func(n *files.Node) {
		if !n.IsDirectory() {
			out[n.ID] = fileBefore{n.Parent, n.Name, n.File}
		}
	})
	return out
}

// afterSMB makes a store that does something after each change to each file that was there before it; n is nil if the
// file is gone.
func afterSMB(do func(t *files.Tree, n *files.Node, was fileBefore)) func(files.Store) files.Store {
	return aroundSMB(func(t *files.Tree, _ files.Moment, change func() error) error {
		were := nodes(t)
		err := change()
		for id, was := range were {
			do(t, t.ByID(id), was)
		}
		return err
	})
}

// betweenProtocols alters what each of the two protocols shows of the other's work.
func betweenProtocols(g *group) {
	const at = "FILE-LWW-01"
	g.overSMB("smb-write-lost", "A write over SMB succeeds, and changes nothing.", at, afterSMB(func(t *files.Tree, n *files.Node, was fileBefore) {
		if n != nil {
			t.Set(n, was.file)
		}
	}))
	g.overSMB("smb-rename-lost", "A rename over SMB succeeds, and the file keeps its name.", at, afterSMB(func(t *files.Tree, n *files.Node, was fileBefore) {
		if n != nil {
			t.Move(n, was.parent, was.name)
		}
	}))
	g.overSMB("smb-create-misnamed", "A file that is created over SMB gets another name than the one requested.", at, aroundSMB(func(t *files.Tree, _ files.Moment, do func() error) error {
		were := nodes(t)
		err := do()
		for id, is := range nodes(t) {
			if _, was := were[id]; !was {
				t.Move(t.ByID(id), is.parent, is.name+".tmp")
			}
		}
		return err
	}))
	stale := func(name, sentence string, show func(t *files.Tree, known map[handles.FileID]fileBefore) func()) {
		g.overSMB(name, sentence, at, func(s files.Store) files.Store { return &staleFiles{Store: s, show: show} })
	}
	stale("smb-content-cached", "SMB shows the content that a file had at the last request over SMB.", lastContents)
	stale("smb-names-cached", "SMB shows the names that files had at the last request over SMB; new files have none.", lastNames)
	stale("smb-deletions-undone", "A file that is deleted over REST comes back with the next request over SMB.", withDeleted)
}

// staleFiles is a store that shows SMB clients a share not only as it is, but also as it was when they last saw it.
type staleFiles struct {
	files.Store
	// show alters the share for one request, and returns what takes that back. Known is what SMB saw before.
	show func(t *files.Tree, known map[handles.FileID]fileBefore) (back func())

	known sync.Map // by share
}

func (s *staleFiles) Change(share string, change func(t *files.Tree, at files.Moment) error) error {
	return s.Store.Change(share, func(t *files.Tree, at files.Moment) error {
		back := func() {}
		if known, found := s.known.Load(share); found {
			back = s.show(t, known.(map[handles.FileID]fileBefore))
		}
		err := change(t, at)
		back()
		s.known.Store(share, nodes(t))
		return err
	})
}

// Read also changes the share, if only until the answer.
func (s *staleFiles) Read(share, snapshot string, look func(t *files.Tree) error) error {
	if snapshot != "" {
		return s.Store.Read(share, snapshot, look)
	}
	return s.Change(share, func(t *files.Tree, _ files.Moment) error { return look(t) })
}

// lastContents shows the versions that SMB saw.
func lastContents(t *files.Tree, known map[handles.FileID]fileBefore) func() {
	now := nodes(t)
	for id, was := range known {
		if n := t.ByID(id); n != nil {
			t.Set(n, was.file)
		}
	}
	return func() {
		for id, was := range known {
			if n := t.ByID(id); n != nil && n.File == was.file { // SMB has not changed it
				t.Set(n, now[id].file)
			}
		}
	}
}

// lastNames shows the names that SMB saw.
func lastNames(t *files.Tree, known map[handles.FileID]fileBefore) func() {
	now := nodes(t)
	for id, is := range now {
		was, seen := known[id]
		if !seen {
			was = fileBefore{parent: is.parent, name: is.name + ".new"}
		}
		t.Move(t.ByID(id), was.parent, was.name)
	}
	return func() {
		for id, is := range now {
			if n := t.ByID(id); n != nil {
				t.Move(n, is.parent, is.name)
			}
		}
	}
}

// withDeleted restores what is no longer there.
func withDeleted(t *files.Tree, known map[handles.FileID]fileBefore) func() {
	for id, was := range known {
		if t.ByID(id) == nil {
			t.Add(was.parent, was.name, was.file)
		}
	}
	return func() {}
}
