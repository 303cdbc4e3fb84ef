package smb

import (
	"encoding/binary"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/unicode"

	"ifmatch/reference/handles"
	"ifmatch/reference/store/files"
)

// rename gives the file of a handle another name or directory. The renamed file keeps its number and its handles. A
// file that it replaces is gone.
func (h *handle) rename(raw []byte) error {
	length := binary.LittleEndian.Uint32(raw[16:])
	if uint64(length) > uint64(len(raw)-20) {
		return status(protocol.StatusInfoLengthMismatch)
	}
	replace := raw[0] != 0
	name, err := unicode.FromUnicodeString(raw[20 : 20+length])
	if err != nil {
		return status(protocol.StatusObjectNameInvalid)
	}
	path, err := split(name)
	switch {
	case err != nil:
		return err
	case len(path) == 0:
		return status(protocol.StatusObjectNameInvalid)
	case !h.may(handles.Delete):
		return status(protocol.StatusAccessDenied)
	}
	return h.change(func(t *files.Tree, n *files.Node, at files.Moment) error {
		parent, target := t.Find(path)
		switch {
		case parent == nil:
			return status(protocol.StatusObjectPathNotFound)
		case n.Parent == nil, parent.Below(n), openBelow(t, n):
			return status(protocol.StatusAccessDenied)
		case t.Handles.DeletePending(parent.ID):
			return status(deletePending)
		}
		if target != nil && target != n {
			if err := replaceable(t, target, replace, at); err != nil {
				return err
			}
			t.Remove(target)
		}
		next := *n.File
		next.Stamp, next.SMB.Changed = at.Stamp(), at.Now
		t.Set(n, &next)
		t.Move(n, parent, path[len(path)-1])
		return nil
	})
}

// replaceable returns an error if a renamed file may not replace another file.
func replaceable(t *files.Tree, target *files.Node, replace bool, at files.Moment) error {
	switch {
	case t.Handles.DeletePending(target.ID):
		return status(deletePending)
	case !replace:
		return status(protocol.StatusObjectNameCollision)
	case target.IsDirectory(), t.Handles.IsOpen(target.ID), target.File.SMB.Attributes&files.ReadOnly != 0:
		return status(protocol.StatusAccessDenied)
	}
	return t.Admits(target, handles.Delete, handles.All, at.Now)
}

// openBelow reports whether a client has anything open inside a directory.
func openBelow(t *files.Tree, directory *files.Node) (open bool) {
	directory.Walk(func(n *files.Node) { open = open || n != directory && t.Handles.IsOpen(n.ID) })
	return open
}
