package files

import (
	"errors"
	"slices"

	"ifmatch/reference/handles"
	"ifmatch/reference/store"
)

// keptTree gathers, for the journal, what one change modifies in a tree. A nil keptTree gathers nothing.
type keptTree struct {
	changes []treeChange
	data    [][]byte
	pending []handles.FileID // the files marked for deletion, as the journal knows them
}

// treeChange is one modification of a tree in the form that a journal keeps.
type treeChange struct {
	Do         string           // one of the words below
	ID         handles.FileID   `json:",omitempty"`
	Parent     handles.FileID   `json:",omitempty"`
	Name       string           `json:",omitempty"`
	File       *fileRecord      `json:",omitempty"`
	Descriptor string           `json:",omitempty"`
	Pending    []handles.FileID `json:",omitempty"`
}

const (
	doAdd    = "add"
	doSet    = "set"
	doRemove = "remove"
	doMove   = "move"
	doPermit = "permit"
	doMark   = "mark" // the files that wait for their deletion are now these
)

// fileRecord is a version without the content that it shares with another one.
type fileRecord struct {
	File    *File // without its content
	Content store.ContentChange
}

// recordOf returns the record of a version, and its data. The other version may be nil.
func recordOf(f, old *File) (*fileRecord, [][]byte) {
	if old == nil {
		old = new(File)
	}
	bare := *f
	bare.Content = store.Content{}
	content, data := f.Content.Change(old.Content)
	return &fileRecord{&bare, content}, data
}

// restored returns the version of a record. It takes data from the beginning of data, and returns the rest.
func (r *fileRecord) restored(old *File, data []byte) (*File, []byte, error) {
	if r == nil || r.File == nil {
		return nil, nil, errChange
	}
	if old == nil {
		old = new(File)
	}
	next := *r.File
	var err error
	next.Content, data, err = old.Content.Changed(r.Content, data)
	return &next, data, err
}

func (k *keptTree) add(c treeChange) {
	if k != nil {
		k.changes = append(k.changes, c)
	}
}

func (k *keptTree) version(do string, n *Node, old *File) (c treeChange) {
	c = treeChange{Do: do, ID: n.ID, Name: n.Name}
	if n.Parent != nil {
		c.Parent = n.Parent.ID
	}
	var data [][]byte
	c.File, data = recordOf(n.File, old)
	k.data = append(k.data, data...)
	return c
}

// added gathers a new node, whose content may differ little from an old one.
func (k *keptTree) added(n *Node, old *File) {
	if k != nil {
		k.add(k.version(doAdd, n, old))
	}
}

func (k *keptTree) set(n *Node, old *File) {
	if k != nil {
		k.add(k.version(doSet, n, old))
	}
}

func (k *keptTree) removed(n *Node) { k.add(treeChange{Do: doRemove, ID: n.ID}) }

func (k *keptTree) moved(n *Node) {
	k.add(treeChange{Do: doMove, ID: n.ID, Parent: n.Parent.ID, Name: n.Name})
}

func (k *keptTree) permitted(descriptor string) {
	k.add(treeChange{Do: doPermit, Descriptor: descriptor})
}

// marked gathers which files wait for their deletion, if that has changed.
func (k *keptTree) marked(now []handles.FileID) {
	if !slices.Equal(now, k.pending) {
		k.add(treeChange{Do: doMark, Pending: now})
		k.pending = now
	}
}

var errChange = errors.New("the record does not fit the files before it")

// apply repeats a modification, and returns the data that it leaves. The content of a new node differs from that of the
// node with the same number in another tree.
func (t *Tree) apply(c treeChange, other *Tree, data []byte) (rest []byte, err error) {
	n, parent := t.byID[c.ID], t.byID[c.Parent]
	switch c.Do {
	case doAdd:
		var old *File
		if same := other.byID[c.ID]; other != t && same != nil {
			of := *same.File
			of.Content = of.Content.Clone() // the two do not grow into the same memory
			old = &of
		}
		if n != nil || parent == nil || parent.children == nil || c.ID < firstID {
			return nil, errChange
		}
		f, rest, err := c.File.restored(old, data)
		if err != nil {
			return nil, err
		}
		t.last.Store(max(t.last.Load(), uint64(c.ID-firstID)))
		t.add(c.ID, parent, c.Name, f)
		return rest, nil
	case doSet:
		if n == nil {
			return nil, errChange
		}
		f, rest, err := c.File.restored(n.File, data)
		if err != nil || f.IsDirectory() != n.IsDirectory() {
			return nil, errors.Join(err, errChange)
		}
		t.Set(n, f)
		return rest, nil
	case doRemove, doMove:
		switch {
		case n == nil, n == t.root, c.Do == doRemove && !n.Empty():
			return nil, errChange
		case c.Do == doRemove:
			t.Remove(n)
		case parent == nil, parent.children == nil, parent.Below(n):
			return nil, errChange
		default:
			t.Move(n, parent, c.Name)
		}
	case doPermit:
		t.Permit(c.Descriptor)
	default:
		return nil, errChange
	}
	return data, nil
}
