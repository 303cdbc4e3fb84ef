package fault

import (
	"net/http"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/handles"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/files"
)

// smbTooWide alters which operations a lock or a mark for deletion refuses, of which files, and for how long.
func smbTooWide(g *group) {
	rule := func(o op.Operation, name, sentence, at string, alter func(*rules.FileOperation)) {
		g.rules(slug(o)+name, o.String()+sentence, at, func(r *rules.Rules) { alter(&r.File.Operations[o]) })
	}
	rule(op.PutRangeFromURL, "-past-share-modes", " ignores the share modes of SMB handles.", "FILE-ACC-20 FILE-SMB-05", func(f *rules.FileOperation) { f.Access = 0 })
	for o, at := range map[op.Operation]string{op.GetFileProperties: "FILE-DEL-16", op.GetFileMetadata: "FILE-DEL-16", op.PutRangeFromURL: "FILE-DEL-02"} {
		rule(o, "-while-pending", " works on a file that is pending delete.", at, func(f *rules.FileOperation) { f.WhilePending = true })
	}
	around := func(name, sentence, at string, change func(t *files.Tree, at files.Moment, do func() error) error) {
		g.files(name, sentence, at, aroundSMB(change))
	}
	around("lock-covers-share", "A lock over SMB refuses changes of every file of the share over REST.", "FILE-SMB-04a", func(t *files.Tree, _ files.Moment, do func() error) error {
		for _, h := range t.Handles.All() {
			if h.Share == 0 && h.Access&handles.Write != 0 {
				return errcode.New(errcode.SharingViolation)
			}
		}
		return do()
	})
	around("lock-ends-after-half-a-minute", "A lock over SMB refuses no change over REST once it is 30 seconds old.", "FILE-SMB-04a", func(t *files.Tree, at files.Moment, do func() error) error {
		for _, h := range t.Handles.All() {
			if at.Now.Sub(h.Opened) >= 30*time.Second {
				t.Handles.Rule = anything
				defer func() { t.Handles.Rule = nil }()
			}
		}
		return do()
	})
	around("deletion-mark-ends-after-half-a-minute", "A mark for deletion counts no more for changes over REST once the handle is 30 seconds old.", "FILE-DEL-01", func(t *files.Tree, at files.Moment, do func() error) error {
		for id := range pending(t) {
			if at.Now.Sub(t.Handles.Of(id)[0].Opened) >= 30*time.Second {
				mark(t, id, false)
			}
		}
		return do()
	})
	around("deletion-mark-covers-share", "While a file is pending delete, changes of every file of the share over REST are refused as if it were, too.", "FILE-DEL-02", func(t *files.Tree, _ files.Moment, do func() error) error {
		if len(pending(t)) > 0 {
			return errcode.New(errcode.DeletePending)
		}
		return do()
	})
	g.serving("delete-open-file-postponed", "Delete File of a file that an SMB client has open answers 202, and nothing is deleted.", "FILE-DEL-10", accepting(op.DeleteFile, http.StatusConflict))
}
