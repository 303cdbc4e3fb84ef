package fault

import (
	"errors"

	"ifmatch/reference/errcode"
	"ifmatch/reference/handles"
	"ifmatch/reference/store/files"
)

// pastShareModes is a store that performs some operations denied by a share mode.
type pastShareModes struct {
	files.Store
	d              *dice
	reads, changes bool
}

func (s pastShareModes) before(behind files.Store, d *dice) files.Store {
	s.Store, s.d = behind, d
	return s
}

// anything lets any two openings coexist.
func anything(handles.Access, handles.Access, handles.Access, handles.Access) bool { return true }

// denied reports whether a share mode was the reason for a refusal, and the fault appears.
func (s pastShareModes) denied(err error, share string) bool {
	hit := (errors.Is(err, handles.ErrSharing) || refusedAs(err, errcode.SharingViolation)) && s.d.hit()
	if hit {
		s.d.show(share)
	}
	return hit
}

func (s pastShareModes) Read(share, snapshot string, look func(t *files.Tree) error) error {
	return s.Store.Read(share, snapshot, func(t *files.Tree) error {
		err := look(t)
		if s.reads && s.denied(err, share) {
			view := *t // a copy, because others read the tree too
			view.Handles.Rule = anything
			return look(&view)
		}
		return err
	})
}

func (s pastShareModes) Change(share string, change func(t *files.Tree, at files.Moment) error) error {
	return s.Store.Change(share, func(t *files.Tree, at files.Moment) error {
		err := change(t, at)
		if s.changes && s.denied(err, share) {
			t.Handles.Rule = anything
			defer func() { t.Handles.Rule = nil }()
			return change(t, at)
		}
		return err
	})
}

// handlesLeft is a store in which some handles stay open.
type handlesLeft struct {
	files.Store
	d *dice
}

func (s handlesLeft) Change(share string, change func(t *files.Tree, at files.Moment) error) error {
	return s.Store.Change(share, func(t *files.Tree, at files.Moment) error {
		before := t.Handles.All()
		err := change(t, at)
		if len(before) != t.Handles.Len()+1 || !s.d.hit() {
			return err
		}
		for _, h := range before {
			if _, open := t.Handles.Handle(h.ID); !open && t.ByID(h.File) != nil {
				s.d.show(share)
				h.Session = 0 // no session ends this handle
				_, _ = t.Handles.Open(h.File, h.Opening, at.Now)
			}
		}
		return err
	})
}
