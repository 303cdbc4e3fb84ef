package files

import "errors"

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
