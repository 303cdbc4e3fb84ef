package files

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"ifmatch/reference/etag"
	"ifmatch/reference/handles"
)

// Tree holds the files of one share and their open handles. The share's lock guards it.
type Tree struct {
	Handles handles.Table
	// Permissions are the security descriptors given to the share, by key. None is ever removed.
	Permissions map[string]string

	root *Node
	byID map[handles.FileID]*Node
	last *atomic.Uint64 // number of the newest file in any share of the account
	size int64
	kept *keptTree // what of the tree is for the journal; nil: nothing
}

// Node is a place in the tree. It keeps its number and its handles when it is renamed. Names are found regardless of
// case, and shown as they were given.
type Node struct {
	ID     handles.FileID
	Name   string
	Parent *Node // nil: the root
	File   *File // the current version

	children map[string]*Node // of a directory, by the name in lower case
	order    atomic.Pointer[[]string]
}

// firstID is far from zero, which is the root's number, like the numbers of the service.
const firstID = 1 << 63

func newTree(root *File, last *atomic.Uint64) *Tree {
	t := &Tree{root: &Node{File: root, children: make(map[string]*Node)}, byID: make(map[handles.FileID]*Node), last: last, Permissions: make(map[string]string)}
	t.byID[0] = t.root
	return t
}

// Root returns the root directory of the share.
func (t *Tree) Root() *Node { return t.root }

// Find looks a path up. Parent is nil if a directory on the way does not exist or is a file. Node is nil if nothing has
// the name. The parent of the root is the root.
func (t *Tree) Find(path []string) (parent, node *Node) {
	parent, node = t.root, t.root
	for _, name := range path {
		if node == nil || node.children == nil {
			return nil, nil
		}
		parent, node = node, node.children[strings.ToLower(name)]
	}
	return parent, node
}

// ByID returns the node with a number, or nil if there is none.
func (t *Tree) ByID(id handles.FileID) *Node { return t.byID[id] }

// Size returns the total length of all files, in bytes.
func (t *Tree) Size() int64 { return t.size }

// Add adds a file or directory to a directory and returns its node.
func (t *Tree) Add(parent *Node, name string, f *File) *Node {
	return t.add(handles.FileID(firstID+t.last.Add(1)), parent, name, f)
}

func (t *Tree) add(id handles.FileID, parent *Node, name string, f *File) *Node {
	n := &Node{ID: id, Name: name, File: f}
	if f.IsDirectory() {
		n.children = make(map[string]*Node)
	}
	t.byID[n.ID] = n
	t.size += f.Content.Len()
	parent.attach(n)
	t.kept.version(treeChange{Do: doAdd, ID: id, Parent: parent.ID, Name: name}, f, nil)
	return n
}

// Set replaces the version of a node.
func (t *Tree) Set(n *Node, f *File) {
	t.size += f.Content.Len() - n.File.Content.Len()
	old := n.File
	n.File = f
	t.kept.version(treeChange{Do: doSet, ID: n.ID}, f, old)
}

// Remove takes a node out of the tree. A directory must be empty, and the root must stay.
func (t *Tree) Remove(n *Node) {
	delete(t.byID, n.ID)
	t.size -= n.File.Content.Len()
	n.Parent.detach(n)
	t.kept.add(treeChange{Do: doRemove, ID: n.ID})
}

// Move gives a node another name and directory. The directory must not be the node or lie below it.
func (t *Tree) Move(n, parent *Node, name string) {
	n.Parent.detach(n)
	n.Name = name
	parent.attach(n)
	t.kept.add(treeChange{Do: doMove, ID: n.ID, Parent: parent.ID, Name: name})
}

// leaseDenies are the accesses that an SMB handle cannot have to a leased file. It does not matter who holds the lease:
// SMB has no lease ids. // FILE-LEASE-23 FILE-LEASE-24
const leaseDenies = handles.Write | handles.Delete

// Admits checks whether an SMB client could open a file or directory, given its open handles and its lease.
func (t *Tree) Admits(n *Node, access, share handles.Access, now time.Time) error {
	if err := t.Handles.Admits(n.ID, access, share); err != nil {
		return err
	}
	if access&leaseDenies != 0 && n.File.Lease.At(now).State.Locked() {
		return handles.ErrSharing
	}
	return nil
}

// Open opens a file or directory, if its open handles and its lease permit that.
func (t *Tree) Open(n *Node, o handles.Opening, now time.Time) (handles.ID, error) {
	if err := t.Admits(n, o.Access, o.Share, now); err != nil {
		return 0, err
	}
	return t.Handles.Open(n.ID, o, now)
}

// Close closes a handle on behalf of its owner. A file that is marked for deletion goes with its last handle.
// // FILE-DEL-05
func (t *Tree) Close(id handles.ID, stamp func() etag.Stamp) error {
	file, remove, err := t.Handles.Close(id)
	return t.closed(file, remove, stamp, err)
}

// ForceClose closes a handle on behalf of another client. // FILE-DEL-14
func (t *Tree) ForceClose(id handles.ID, stamp func() etag.Stamp) error {
	file, remove, err := t.Handles.ForceClose(id)
	return t.closed(file, remove, stamp, err)
}

// closed removes or stamps a file after one of its handles was closed.
func (t *Tree) closed(id handles.FileID, remove bool, stamp func() etag.Stamp, err error) error {
	switch n := t.byID[id]; {
	case n == nil:
	case remove && n != t.root && len(n.children) == 0:
		t.Remove(n)
	case n.File.Written: // FILE-ETAG-08
		next := *n.File
		next.Stamp, next.Written = stamp(), false
		t.Set(n, &next)
	}
	return err
}

// clone returns a copy of the tree without the handles. The versions are shared.
func (t *Tree) clone() *Tree {
	c := &Tree{byID: make(map[handles.FileID]*Node, len(t.byID)), last: t.last, size: t.size, Permissions: maps.Clone(t.Permissions)}
	var copied func(n, parent *Node) *Node
	copied = func(n, parent *Node) *Node {
		m := &Node{ID: n.ID, Name: n.Name, Parent: parent, File: n.File}
		c.byID[m.ID] = m
		if n.children != nil {
			m.children = make(map[string]*Node, len(n.children))
			for key, child := range n.children {
				m.children[key] = copied(child, m)
			}
		}
		return m
	}
	c.root = copied(t.root, nil)
	return c
}

// IsDirectory reports whether this is a directory and not a file.
func (n *Node) IsDirectory() bool { return n.children != nil }

// Empty reports whether a directory has no entries. Entries that wait for their deletion count. // FILE-DEL-12
func (n *Node) Empty() bool { return len(n.children) == 0 }

// Path returns the names from the root down to the node.
func (n *Node) Path() []string {
	if n.Parent == nil {
		return nil
	}
	return append(n.Parent.Path(), n.Name)
}

// Below reports whether a node is the directory, or lies below it.
func (n *Node) Below(directory *Node) bool {
	for ; n != nil; n = n.Parent {
		if n == directory {
			return true
		}
	}
	return false
}

// List visits the entries of a directory in the order of their names, starting at the given lower-case name or after
// it, until visit returns false.
func (n *Node) List(from string, visit func(*Node) bool) {
	names := n.names()
	i, _ := slices.BinarySearch(names, from)
	for _, name := range names[i:] {
		if !visit(n.children[name]) {
			return
		}
	}
}

// Walk visits a node and everything below it, directories before their entries.
func (n *Node) Walk(visit func(*Node)) {
	visit(n)
	for _, name := range n.names() {
		n.children[name].Walk(visit)
	}
}

func (n *Node) names() []string {
	if kept := n.order.Load(); kept != nil {
		return *kept
	}
	names := make([]string, 0, len(n.children))
	for name := range n.children {
		names = append(names, name)
	}
	slices.Sort(names)
	n.order.Store(&names)
	return names
}

func (n *Node) attach(child *Node) {
	child.Parent = n
	n.children[strings.ToLower(child.Name)] = child
	n.order.Store(nil)
}

func (n *Node) detach(child *Node) {
	delete(n.children, strings.ToLower(child.Name))
	n.order.Store(nil)
}
