package files

import (
	"fmt"
	"iter"
	"slices"

	"ifmatch/reference/journal"
	"ifmatch/reference/store/buried"
)

var _ journal.Part = (*Memory)(nil)

// Keep makes the store append its changes to a log. Handles did not survive: their files get the stamp, or the deletion,
// that was waiting for them to be closed. // FILE-DEL-05 FILE-ETAG-08
func (m *Memory) Keep(log *journal.Log) {
	m.log = log
	for name, s := range m.shares {
		if s.living() == nil {
			continue
		}
		s.tree.kept = &keptTree{pending: s.marked}
		_ = m.Change(name, func(t *Tree, at Moment) error { // the share exists
			for _, id := range s.marked {
				if n := t.byID[id]; n != nil && n != t.root && n.Empty() {
					t.Remove(n)
				}
			}
			for _, n := range t.byID {
				if n.File.Written {
					next := *n.File
					next.Stamp, next.Written = at.Stamp(), false
					t.Set(n, &next)
				}
			}
			return nil
		})
		s.marked = nil
	}
}

// Restore repeats a change.
func (m *Memory) Restore(kept []byte) error {
	var r record
	data, err := journal.Decode(kept, &r)
	if err != nil {
		return err
	}
	if r.Counters != nil {
		m.stamps.Resume(r.Counters.Stamp)
		m.ids.Store(max(m.ids.Load(), r.Counters.Files))
		return nil
	}
	s := m.ensureSlot(r.Name)
	if r.Share != nil {
		if data, err = m.restoreShare(s, r, data); err != nil {
			return fmt.Errorf("the share %q: %w", r.Name, err)
		}
	}
	t := s.tree
	if r.In != "" && s.share != nil {
		if x := s.share.Snapshot(r.In); x != nil {
			t = x.tree
		}
	}
	for _, c := range r.Changes {
		switch {
		case t == nil:
			err = errChange
		case c.Do == doMark:
			s.marked = c.Pending
		default:
			data, err = t.apply(c, s.tree, data)
		}
		if err != nil {
			return fmt.Errorf("%s in the share %q: %w", c.Do, r.Name, err)
		}
		if f := c.File; f != nil && f.File != nil {
			m.stamps.Resume(f.File.Stamp.At)
		}
	}
	return nil
}

// restoreShare repeats a change of a share, and returns the data that it leaves.
func (m *Memory) restoreShare(s *slot, r record, data []byte) (rest []byte, err error) {
	var before []Snapshot
	if s.share != nil {
		if r.Again != "" {
			o, _ := s.share.Buried.Take(r.Again)
			if o == nil {
				return nil, errChange
			}
			s.share, s.tree, s.marked = &Share{Snapshots: o.What.share.Snapshots, Buried: s.share.Buried}, o.What.tree, nil
		}
		before = s.share.Snapshots
	}
	if err := r.Share.rebury(s); err != nil {
		return nil, err
	}
	if r.Head < 0 || r.Tail < 0 || r.Head > len(before)-r.Tail {
		return nil, errChange
	}
	m.stamps.Resume(r.Share.Stamp.At)
	s.share = r.Share
	if r.Root != nil {
		var root *File
		if root, data, err = r.Root.restored(nil, data); err != nil {
			return nil, err
		}
		m.stamps.Resume(root.Stamp.At)
		s.tree, s.marked = newTree(root, &m.ids), nil
	}
	if s.share.Deleted() {
		s.tree = nil
	} else if s.tree == nil {
		return nil, errChange
	}
	s.share.Snapshots = slices.Clone(before[:r.Head])
	for _, x := range r.Snapshots {
		if x.Share == nil || s.tree == nil {
			return nil, errChange
		}
		t := s.tree
		if x.Root == nil {
			t = t.clone()
		} else {
			var root *File
			if root, data, err = x.Root.restored(nil, data); err != nil {
				return nil, err
			}
			t = newTree(root, &m.ids)
		}
		s.share.Snapshots = append(s.share.Snapshots, Snapshot{x.Time, x.Share, t})
	}
	s.share.Snapshots = append(s.share.Snapshots, before[len(before)-r.Tail:]...)
	return data, nil
}

// rebury finds the shares that are buried: those that were before, and the one that the version deletes.
func (s *Share) rebury(before *slot) error {
	for i := range s.Buried {
		b := &s.Buried[i]
		var o *buried.One[Life]
		if before.share != nil {
			o, _ = before.share.Buried.Take(b.Version)
		}
		switch {
		case o != nil:
			b.What = o.What
		case before.living() == nil || before.tree == nil || !s.Deleted():
			return errChange
		default:
			b.What = before.share.over(before.tree)
		}
	}
	return nil
}

// Present returns records of all shares, files and snapshots.
func (m *Memory) Present() iter.Seq[journal.Record] {
	list := []func() journal.Record{}
	counted := counters{m.stamps.Latest(), m.ids.Load()}
	list = append(list, func() journal.Record { return journal.Encode(record{Counters: &counted}) })
	for name, s := range m.shares {
		if s.share == nil {
			continue
		}
		for i, b := range s.share.Buried { // each as it was before it was deleted, and its deletion
			was := *b.What.share
			was.Buried = s.share.Buried[:i]
			list = append(list, presentLife(name, &was, b.What.tree)...)
			gone := &Share{Stamp: was.Stamp, DeletedAt: b.Deleted, Buried: s.share.Buried[:i+1]}
			list = append(list, func() journal.Record { return journal.Encode(record{Name: name, Share: gone}) })
		}
		share := s.share
		if s.tree == nil {
			list = append(list, func() journal.Record { return journal.Encode(record{Name: name, Share: share.bare()}) })
			continue
		}
		pending := s.tree.Handles.Pending()
		list = append(list, presentLife(name, share, s.tree.clone())...)
		if len(pending) > 0 {
			list = append(list, func() journal.Record {
				return journal.Encode(record{Name: name, Changes: []treeChange{{Do: doMark, Pending: pending}}})
			})
		}
	}
	return func(yield func(journal.Record) bool) {
		for _, r := range list {
			if !yield(r()) {
				return
			}
		}
	}
}

// presentLife returns records of a share, its files and its snapshots.
func presentLife(name string, s *Share, t *Tree) []func() journal.Record {
	list := []func() journal.Record{func() journal.Record { return presentShare(name, s, t) }}
	list = append(list, presentTree(record{Name: name}, t, nil)...)
	for _, x := range s.Snapshots {
		list = append(list, presentTree(record{Name: name, In: x.Time}, x.tree, t)...)
	}
	return list
}

// presentShare returns the record of a share and of its snapshots, without their files.
func presentShare(name string, s *Share, t *Tree) journal.Record {
	r := record{Name: name, Share: s.bare()}
	var data [][]byte
	r.Root, data = recordOf(t.root.File, nil)
	for _, x := range s.Snapshots {
		root, more := recordOf(x.tree.root.File, nil)
		r.Snapshots = append(r.Snapshots, snapshotRecord{x.Time, x.Share.bare(), root})
		data = append(data, more...)
	}
	return journal.Encode(r, data...)
}

// presentTree returns a record for each node of a tree but the root, directories before their entries. Content differs
// from that in another tree.
func presentTree(in record, t, other *Tree) (list []func() journal.Record) {
	t.root.Walk(func(n *Node) {
		if n == t.root {
			return
		}
		var same *File
		if other != nil && other.byID[n.ID] != nil {
			same = other.byID[n.ID].File
		}
		list = append(list, func() journal.Record {
			k, r := new(keptTree), in
			k.version(treeChange{Do: doAdd, ID: n.ID, Parent: n.Parent.ID, Name: n.Name}, n.File, same)
			r.Changes = k.changes
			return journal.Encode(r, k.data...)
		})
	})
	for _, descriptor := range t.Permissions {
		list = append(list, func() journal.Record {
			r := in
			r.Changes = []treeChange{{Do: doPermit, Descriptor: descriptor}}
			return journal.Encode(r)
		})
	}
	return list
}
