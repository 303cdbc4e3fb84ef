package fault

import (
	"slices"

	"ifmatch/reference/errcode"
	"ifmatch/reference/handles"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/files"
)

// smbHandles alters what handles and share modes of SMB clients deny, and when that ends.
func smbHandles(g *group) {
	g.overSMB("smb-close-keeps-handle", "A handle that is closed over SMB stays open.", "FILE-SMB-06 FILE-SMB-01",
		func(s files.Store) files.Store { return leavingHandles(s, everyTime()) })
	g.overSMB("smb-share-modes-ignored", "An open over SMB ignores the share modes and the access of other handles.", "FILE-SMB-01 FILE-SMB-02",
		func(s files.Store) files.Store { return pastShareModes{changes: true}.before(s, everyTime()) })
	g.overSMB("smb-share-mode-always-all", "Every handle that is opened over SMB shares everything, whatever share mode is requested.", "FILE-SMB-02 FILE-SMB-01 FILE-SMB-03 FILE-SMB-04",
		ruling(func(access, share, other, _ handles.Access) bool {
			return handles.Agree(access, share, other, handles.All)
		}))
	for access, at := range map[handles.Access]string{handles.Write: "FILE-SMB-03", handles.Read | handles.Write: "FILE-SMB-04"} {
		g.overSMB("smb-lock-of-"+map[bool]string{true: "write", false: "read-write"}[access == handles.Write]+"-ignored", "A handle with exactly the access "+access.String()+" locks nobody out.", at,
			ruling(func(a, share, other, otherShare handles.Access) bool {
				return other == access || handles.Agree(a, share, other, otherShare)
			}))
	}
	g.files("share-modes-ignored", "Requests over REST ignore the share modes of SMB handles.", "FILE-SMB-03 FILE-SMB-04 FILE-SMB-05 FILE-ERR-01",
		func(s files.Store) files.Store {
			return pastShareModes{reads: true, changes: true}.before(s, everyTime())
		})
	g.files("locked-file-changed", "A change over REST that a share mode denies is refused, but performed.", "FILE-SMB-05", aroundSMB(func(t *files.Tree, _ files.Moment, do func() error) error {
		err := do()
		if refusedAs(err, errcode.SharingViolation) {
			t.Handles.Rule = anything
			_ = do() // the client hears only of the refusal
			t.Handles.Rule = nil
		}
		return err
	}))
	answer := func(name, sentence, at string, code errcode.Code, status int) {
		g.rules(name, sentence, at, func(r *rules.Rules) { r.Answers[code] = rules.Answer{Status: status, Code: code} })
	}
	answer("sharing-violation-423", "A request that a share mode denies returns 423.", "FILE-ERR-01 FILE-SMB-03 FILE-SMB-04 FILE-SMB-05", errcode.SharingViolation, 423)
	answer("delete-pending-412", "A request on a file that is pending delete returns 412.", "FILE-ERR-02 FILE-DEL-02", errcode.DeletePending, 412)
	g.rules("delete-pending-404", "A file that is pending delete seems to be missing.", "FILE-DEL-03 FILE-DEL-02 FILE-DEL-01", func(r *rules.Rules) {
		r.Answers[errcode.DeletePending] = rules.Answer{Status: 404, Code: errcode.ResourceNotFound}
	})
	g.rules("delete-pending-not-checked", "Requests over REST work on a file that is pending delete.", "FILE-DEL-02 FILE-DEL-01 FILE-ERR-02", func(r *rules.Rules) {
		r.File.Checks = slices.DeleteFunc(slices.Clone(r.File.Checks), func(c rules.FileCheck) bool { return c == rules.DeletePending })
	})
	g.rules("list-shows-delete-pending", "List Directories and Files lists files that are pending delete.", "FILE-DEL-06", func(r *rules.Rules) { r.File.ListsPending = true })
	smbDeletions(g)
	smbTooWide(g)
	smbAtOnce(g.as("interleaved"))
}

// smbDeletions alters when a mark for deletion holds, and when the file goes.
func smbDeletions(g *group) {
	g.overSMB("smb-mark-ignored", "A file that is marked for deletion over SMB is not.", "FILE-DEL-01 FILE-DEL-02", aroundSMB(func(t *files.Tree, _ files.Moment, do func() error) error {
		marked := pending(t)
		err := do()
		for id := range pending(t) {
			if !marked[id] {
				mark(t, id, false)
			}
		}
		return err
	}))
	g.overSMB("smb-mark-stays", "A file stays marked for deletion although the mark is cleared over SMB.", "FILE-DEL-04", aroundSMB(func(t *files.Tree, _ files.Moment, do func() error) error {
		marked := pending(t)
		err := do()
		for id := range marked {
			mark(t, id, true)
		}
		return err
	}))
	g.overSMB("smb-first-close-deletes", "A file that is marked for deletion goes with the first handle that is closed, and closes the others.", "FILE-DEL-01 FILE-DEL-05 FILE-DEL-03", aroundSMB(func(t *files.Tree, at files.Moment, do func() error) error {
		open := t.Handles.Len()
		err := do()
		if t.Handles.Len() < open {
			for id := range pending(t) {
				for _, h := range t.Handles.Of(id) {
					_ = t.ForceClose(h.ID, at.Stamp) // it is open
				}
			}
		}
		return err
	}))
	g.overSMB("smb-last-close-keeps-file", "A file that is pending delete stays when its last handle closes.", "FILE-DEL-05", afterSMB(func(t *files.Tree, n *files.Node, was fileBefore) {
		if n == nil {
			t.Add(was.parent, was.name, was.file)
		}
	}))
}

// ruling makes a store in which another rule says which openings can coexist, over REST too.
func ruling(rule func(access, share, otherAccess, otherShare handles.Access) bool) func(files.Store) files.Store {
	return aroundSMB(func(t *files.Tree, _ files.Moment, do func() error) error {
		t.Handles.Rule = rule
		return do()
	})
}

// pending are the files that wait for their deletion.
func pending(t *files.Tree) map[handles.FileID]bool {
	out := map[handles.FileID]bool{}
	for _, h := range t.Handles.All() {
		if t.Handles.DeletePending(h.File) {
			out[h.File] = true
		}
	}
	return out
}

// mark marks a file for deletion, or clears the mark, by whichever handle may do so.
func mark(t *files.Tree, id handles.FileID, deletes bool) {
	for _, h := range t.Handles.Of(id) {
		_ = t.Handles.SetDeletePending(h.ID, deletes) // another handle may
	}
}
