package file

import (
	"net/http"
	"strconv"

	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

// renaming holds the headers of Rename File and Rename Directory.
type renaming struct {
	from           source
	source, target namedLease
	replace        bool
	ignoreReadOnly bool
	contentType    string
	smb            smb
}

func (c *call) renaming() (r renaming, err error) {
	from, err := c.namedBy(hRenameSource)
	switch {
	case err != nil:
		return r, err
	case from.share != c.share || from.Snapshot != "":
		return r, errcode.BadHeader("x-ms-file-rename-source", from.Shown) // D:Rename File: within one share
	}
	if s := c.Sender.SAS; s != nil && s.Resource == "f" { // the signature is for the target
		if err := c.admitSource(from.URL, from.address); err != nil {
			return r, err
		}
	}
	r.from = from
	if r.source, err = c.leaseNamedIn(hSourceLease); err != nil {
		return r, err
	}
	if r.target, err = c.leaseNamedIn(hDestinationLease); err != nil {
		return r, err
	}
	r.replace, _ = strconv.ParseBool(c.Get(hRenameReplace))
	r.ignoreReadOnly, _ = strconv.ParseBool(c.Get(hRenameIgnoreReadOnly))
	r.contentType = c.Get(hContentType)
	r.smb, err = c.smb()
	return r, err
}

// rename is Rename File and Rename Directory. The renamed file keeps its number, its lease and its handles. A file that
// it replaces is gone.
func rename(c *call, w http.ResponseWriter) error {
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	r, err := c.renaming()
	if err != nil {
		return err
	}
	directory := c.Op == op.RenameDirectory
	if directory && len(c.path) == 0 {
		return errcode.New(errcode.InvalidURI)
	}
	var done found
	err = c.change(func(t *files.Tree, at files.Moment) error {
		n, parent, replaced, err := c.ends(t, &r, directory, at)
		if err != nil {
			return err
		}
		next := *n.File
		if next.SMB, err = r.smb.over(next.SMB, t, directory, at.Now); err != nil {
			return err
		}
		if len(m) > 0 {
			next.Metadata = m
		}
		if r.contentType != "" {
			next.Properties.ContentType = r.contentType
		}
		c.restamp(&next.Stamp, at)
		if replaced != nil {
			t.Remove(replaced)
		}
		t.Set(n, &next)
		t.Move(n, parent, c.name())
		done = foundAt(n)
		return nil
	})
	if err != nil {
		return err
	}
	return c.written(w, http.StatusOK, done)
}

// ends finds the node to rename, its new directory, and the node that it replaces there, and checks the request against
// them.
func (c *call) ends(t *files.Tree, r *renaming, directory bool, at files.Moment) (n, parent, replaced *files.Node, err error) {
	_, n = t.Find(r.from.path)
	if n == nil || n.IsDirectory() != directory {
		return nil, nil, nil, errcode.New(errcode.ResourceNotFound)
	}
	if _, err := c.judge(c.rule, r.source, t, n, at.Now); err != nil {
		return nil, nil, nil, err
	}
	parent, target := t.Find(c.path)
	switch {
	case parent == nil:
		return nil, nil, nil, errcode.New(errcode.ParentNotFound)
	case parent.Below(n):
		return nil, nil, nil, errcode.Newf(errcode.InvalidInput, "A directory cannot be moved into itself.")
	case directory && openBelow(t, n):
		return nil, nil, nil, errcode.New(errcode.SharingViolation)
	case target == n: // the new name differs only in spelling
		return n, parent, nil, nil
	case t.Handles.DeletePending(parent.ID):
		return nil, nil, nil, errcode.New(errcode.DeletePending) // FILE-DEL-02
	case target == nil:
		_, err := c.judge(c.rule, r.target, t, nil, at.Now)
		return n, parent, nil, err
	case target.IsDirectory() || !r.replace: // a directory may replace a file // azfile 1.7.0: TestDirectoryRenameDestLease
		return nil, nil, nil, errcode.New(errcode.ResourceAlreadyExists)
	}
	rule := c.Rules.File.Operations[op.DeleteFile] // the replaced file is deleted
	rule.Writes = !r.ignoreReadOnly                // FILE-RO-02
	_, err = c.judge(&rule, r.target, t, target, at.Now)
	return n, parent, target, err
}

// openBelow reports whether a client has anything open in a directory.
func openBelow(t *files.Tree, directory *files.Node) (open bool) {
	directory.Walk(func(n *files.Node) { open = open || t.Handles.IsOpen(n.ID) })
	return open
}
