package files

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"ifmatch/reference/handles"
)

// Tree is the files of one share, and what is open of them. It is guarded by the share's lock.
type Tree struct {
	Handles handles.Table
	// Permissions are the security descriptors that were given to the share, by their keys. Nothing ever leaves it.
	Permissions map[string]string

	root *Node
	byID map[handles.FileID]*Node
	last *atomic.Uint64 // number of the newest file, of all shares of the account
	size int64
}

// Node is a place in the tree: it keeps its number and its handles when it is renamed. Names are found whatever their
// case, and shown as they were given.
type Node struct {
	ID     handles.FileID
	Name   string
	Parent *Node // nil: the root
	File   *File // the version that stands

	children map[string]*Node // of a directory, by the name in lower case
	order    atomic.Pointer[[]string]
}

// firstID is far from zero, which is the root's, as the service's numbers are.
const firstID = 1 << 63

func newTree(root *File, last *atomic.Uint64) *Tree {
	t := &Tree{root: &Node{File: root, children: make(map[string]*Node)}, byID: make(map[handles.FileID]*Node), last: last, Permissions: make(map[string]string)}
	t.byID[0] = t.root
	return t
}

// Root is the directory that a share has from its beginning.
func (t *Tree) Root() *Node { return t.root }

// Find looks a path up. Parent is nil where one of the directories on the way does not exist, or is a file; node is nil
// where nothing has the name. The parent of the root is the root.
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

// ByID is the node with a number, nil if there is none.
func (t *Tree) ByID(id handles.FileID) *Node { return t.byID[id] }

// Size is the length of all files together, in bytes.
func (t *Tree) Size() int64 { return t.size }

// Add makes a node.
func (t *Tree) Add(parent *Node, name string, f *File) *Node {
	n := &Node{ID: handles.FileID(firstID + t.last.Add(1)), Name: name, File: f}
	if f.IsDirectory() {
		n.children = make(map[string]*Node)
	}
	t.byID[n.ID] = n
	t.size += f.Content.Len()
	parent.attach(n)
	return n
}

// Set puts another version in the place of the one that stands.
func (t *Tree) Set(n *Node, f *File) {
	t.size += f.Content.Len() - n.File.Content.Len()
	n.File = f
}

// Remove takes a node out of the tree. A directory has to be empty, and the root stays.
func (t *Tree) Remove(n *Node) {
	delete(t.byID, n.ID)
	t.size -= n.File.Content.Len()
	n.Parent.detach(n)
}

// Move gives a node another name, or another directory, which must not lie below it.
func (t *Tree) Move(n, parent *Node, name string) {
	n.Parent.detach(n)
	n.Name = name
	parent.attach(n)
}

// leaseDenies is what a handle may not do with a file that is leased. Whom the lease belongs to does not matter: SMB knows
// no ids. // FILE-LEASE-23 FILE-LEASE-24
const leaseDenies = handles.Write | handles.Delete

// Admits reports whether an SMB client could open a file or a directory, beside the handles and the lease that there are.
func (t *Tree) Admits(n *Node, access, share handles.Access, now time.Time) error {
	if err := t.Handles.Admits(n.ID, access, share); err != nil {
		return err
	}
	if access&leaseDenies != 0 && n.File.Lease.At(now).State.Locked() {
		return handles.ErrSharing
	}
	return nil
}

// Open opens a file or a directory, if that agrees with the handles and the lease that there are.
func (t *Tree) Open(n *Node, o handles.Opening, now time.Time) (handles.ID, error) {
	if err := t.Admits(n, o.Access, o.Share, now); err != nil {
		return 0, err
	}
	return t.Handles.Open(n.ID, o, now)
}

// Close ends a handle by its owner; a file that was marked for deletion goes with its last handle. // FILE-DEL-05
func (t *Tree) Close(id handles.ID) error { return t.closed(t.Handles.Close(id)) }

// ForceClose ends a handle by somebody else. // FILE-DEL-14
func (t *Tree) ForceClose(id handles.ID) error { return t.closed(t.Handles.ForceClose(id)) }

func (t *Tree) closed(id handles.FileID, remove bool, err error) error {
	if n := t.byID[id]; remove && n != nil && n != t.root && len(n.children) == 0 {
		t.Remove(n)
	}
	return err
}

// clone is a copy of the tree without the handles. The versions are shared.
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

// IsDirectory tells a directory from a file.
func (n *Node) IsDirectory() bool { return n.children != nil }

// Empty reports whether a directory has no entries, be they only waiting for their deletion. // FILE-DEL-12
func (n *Node) Empty() bool { return len(n.children) == 0 }

// Path is the names from the root down to the node.
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

// List visits the entries of a directory in the order of their names, from the first that is not before the given one,
// which is in lower case, until visit returns false.
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
