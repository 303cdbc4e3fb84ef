package fault

import (
	"maps"
	"slices"
	"strings"

	"ifmatch/reference/handles"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/files"
)

var leaseOfShares = fact[files.Share]{name: "lease", of: func(s *files.Share) any { return &s.Lease }}

// apartFiles are the operations of the File service that are in no pair of their own: they concern two names, need a
// pending copy or SMB clients, or change nothing that a pair could meet.
var apartFiles = []op.Operation{op.RenameFile, op.RenameDirectory, op.AbortCopyFile, op.ListHandles, op.ForceCloseHandles, op.ListDirectoriesAndFiles}

func (g *group) ofFiles() {
	for _, o := range op.Of(op.FileService) {
		rule := rules.Documented().File.Operations[o]
		switch {
		case o.ReadOnly() || slices.Contains(apartFiles, o) || rule == (rules.FileOperation{Share: handles.All}):
		case strings.Contains(o.String(), "Share"):
			g.ofShares(o, rule)
		default:
			g.ofTree(o, rule)
		}
	}
}

func (g *group) ofShares(o op.Operation, rule rules.FileOperation) {
	update := func(w func(s files.Store) way[files.Share, files.Moment]) Fault {
		return Fault{Files: func(s files.Store) files.Store { return shares{Store: s, way: w(s)} }}
	}
	if (rule.Lease == lease.Exclusive || leasing(o)) && !renews(o) {
		g.checked(o, "lease", "FILE-PAIR-01", update(func(s files.Store) way[files.Share, files.Moment] {
			return staleBy[files.Share, files.Moment](leaseOfShares, s.Share)
		}))
	}
	if o != op.DeleteShare && o != op.SnapshotShare { // a second deletion may be answered as the first; nothing is left to freeze
		g.checked(o, "existence", "FILE-PAIR-01", update(func(s files.Store) way[files.Share, files.Moment] {
			return existedEarly[files.Share, files.Moment](s.Share, func(f *files.Share) bool { return f == nil || f.Deleted() })
		}))
	}
	if o == op.SetShareMetadata {
		g.merges(o, "metadata", "FILE-PAIR-04", Fault{Files: mergingShares})
	}
	if !hides(o) && o != op.SnapshotShare { // only a list of the account shows snapshots
		g.shows(o, "FILE-PAIR-03", readsOf(op.FileService)...)
	}
}

func (g *group) ofTree(o op.Operation, rule rules.FileOperation) {
	if (rule.Lease == lease.Exclusive || leasing(o)) && !renews(o) {
		g.checked(o, "lease", "FILE-PAIR-01", Fault{Files: since(nodes, leasedEarly)})
	}
	if o != op.CreateFile && o != op.CopyFile { // they leave the same in both cases
		g.checked(o, "existence", "FILE-PAIR-01", Fault{Files: since(paths, filesThereEarly)})
	}
	if o == op.SetFileMetadata {
		g.merges(o, "metadata", "FILE-PAIR-02", Fault{Files: since(nodes, mergingFiles)})
	}
	if !hides(o) && o != op.CreateFile { // what prepares a file shows that before any pair
		g.shows(o, "FILE-PAIR-03", readsOf(op.FileService)...)
	}
}

// paths are the files and directories of a share by their paths.
func paths(t *files.Tree) map[string]*files.File {
	out := map[string]*files.File{}
	t.Root().Walk(func(n *files.Node) {
		if n != t.Root() {
			out[strings.Join(n.Path(), "/")] = n.File
		}
	})
	return out
}

// hold makes a tree hold these files and no others.
func hold(t *files.Tree, want map[string]*files.File) {
	for _, path := range slices.Sorted(maps.Keys(want)) { // directories before what they hold
		names := strings.Split(path, "/")
		switch parent, n := t.Find(names); {
		case n != nil:
			t.Set(n, want[path])
		case parent != nil:
			t.Add(parent, names[len(names)-1], want[path])
		}
	}
	for _, path := range slices.Backward(slices.Sorted(maps.Keys(paths(t)))) {
		if _, n := t.Find(strings.Split(path, "/")); n != nil && want[path] == nil {
			t.Remove(n)
		}
	}
}

// filesThereEarly lets a change find the files that were there some time before, and no others.
func filesThereEarly(was map[string]*files.File, t *files.Tree, change func() error) error {
	now, found := paths(t), maps.Clone(was)
	for path := range found {
		if f := now[path]; f != nil {
			found[path] = f
		}
	}
	hold(t, found)
	err := change()
	left := paths(t)
	if err != nil {
		left = now
	}
	for path, f := range now {
		if was[path] == nil && left[path] == nil {
			left[path] = f // the change did not know of it
		}
	}
	hold(t, left)
	return err
}
