package fault

import (
	"slices"
	"sync/atomic"
	"time"

	"ifmatch/reference/handles"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

// atArrival makes a store in which a change also sees the handles that were open when it came, some milliseconds before.
func atArrival(around func(t *files.Tree, at files.Moment, came []handles.Handle, do func() error) error) func(files.Store) files.Store {
	return changing(func(s files.Store, share string, change treeChange) error {
		var came []handles.Handle
		_ = s.Read(share, "", func(t *files.Tree) error { // if there is no share, the change says so
			came = t.Handles.All()
			return nil
		})
		time.Sleep(4 * pause)
		return s.Change(share, func(t *files.Tree, at files.Moment) error {
			return around(t, at, came, func() error { return change(t, at) })
		})
	})
}

// smbAtOnce alters what happens if an open or a close over SMB meets another, or a request over REST.
func smbAtOnce(g *group) {
	lookedFirst := atArrival(func(t *files.Tree, _ files.Moment, came []handles.Handle, do func() error) error {
		if len(came) == 0 {
			t.Handles.Rule = anything
			defer func() { t.Handles.Rule = nil }()
		}
		return do()
	})
	g.overSMB("smb-open-checked-first", "An open over SMB looks for other handles, and opens some milliseconds later.", "FILE-SMB-03 FILE-SMB-04 FILE-SMB-02 FILE-SMB-12", lookedFirst)
	writes := []op.Operation{op.CreateFile, op.SetFileProperties, op.SetFileMetadata, op.PutRange}
	for _, o := range writes {
		g.files(slug(o)+"-looks-for-handles-first", o.String()+" looks for SMB handles when it arrives, and is performed some milliseconds later, even if the file is locked meanwhile.", "FILE-SMB-05", lookedFirst, o)
	}
	g.files("request-closes-new-handles", "A write over REST stores the list of handles as it was before, and loses those that are opened meanwhile.", "FILE-SMB-05",
		atArrival(func(t *files.Tree, _ files.Moment, came []handles.Handle, do func() error) error {
			err := do()
			for _, h := range t.Handles.All() {
				if !slices.ContainsFunc(came, func(was handles.Handle) bool { return was.ID == h.ID }) {
					_, _, _ = t.Handles.Close(h.ID) // it is open
				}
			}
			return err
		}), writes...)
	g.files("request-reopens-handles", "A write over REST stores the list of handles as it was before, and brings those back that are closed meanwhile.", "FILE-SMB-06",
		atArrival(func(t *files.Tree, at files.Moment, came []handles.Handle, do func() error) error {
			err := do()
			for _, h := range came {
				if _, open := t.Handles.Handle(h.ID); !open && t.ByID(h.File) != nil {
					h.Session = 0 // no session ends this handle
					_, _ = t.Handles.Open(h.File, h.Opening, at.Now)
				}
			}
			return err
		}), writes...)
	g.overSMB("smb-opens-refuse-each-other", "Opens over SMB that meet are all refused as sharing violations.", "FILE-SMB-12", func(s files.Store) files.Store {
		var begun, done atomic.Int64
		return changing(func(s files.Store, share string, change treeChange) error {
			mine := begun.Add(1)
			defer done.Add(1)
			met := done.Load() != mine-1
			time.Sleep(4 * pause)
			return s.Change(share, func(t *files.Tree, at files.Moment) error {
				before := t.Handles.All()
				err := change(t, at)
				if err != nil || t.Handles.Len() <= len(before) || !met && begun.Load() == mine {
					return err
				}
				all := t.Handles.All()
				_, _, _ = t.Handles.Close(all[len(all)-1].ID) // the one that was just opened
				return handles.ErrSharing
			})
		})(s)
	})
}
