package smb

import (
	"context"
	"errors"
	"strings"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/server"

	"ifmatch/reference/handles"
	"ifmatch/reference/store/files"
)

// share is one share as seen by one connection. The library calls it to carry out requests.
type share struct {
	connection *connection
	store      files.Store
	name       string
}

var _ server.VFS = (*share)(nil)

// handle is an open file or directory of a client.
type handle struct {
	share     *share
	session   *server.Session
	id        handles.ID
	file      handles.FileID
	mask      uint32 // the requested access
	directory bool
	// life is the tree of the handle, for comparison only. A share that is deleted and created again has another tree,
	// in which the handle's number may belong to another client.
	life *files.Tree
}

// read lets look read the file of a handle. It fails if another client has closed the handle. // FILE-HND-07
func (h *handle) read(look func(t *files.Tree, n *files.Node) error) error {
	return h.share.store.Read(h.share.name, "", func(t *files.Tree) error {
		n, err := h.node(t)
		if err != nil {
			return err
		}
		return look(t, n)
	})
}

// change lets change modify the file of a handle.
func (h *handle) change(change func(t *files.Tree, n *files.Node, at files.Moment) error) error {
	return h.share.store.Change(h.share.name, func(t *files.Tree, at files.Moment) error {
		n, err := h.node(t)
		if err != nil {
			return err
		}
		return change(t, n, at)
	})
}

func (h *handle) node(t *files.Tree) (*files.Node, error) {
	if t != h.life {
		return nil, handles.ErrNoHandle
	}
	if _, open := t.Handles.Handle(h.id); !open {
		return nil, handles.ErrNoHandle
	}
	return t.ByID(h.file), nil
}

// may reports whether the handle was opened with one of these kinds of access.
func (h *handle) may(any handles.Access) bool { return handles.AccessOf(h.mask)&any != 0 }

// by reports whether the handle belongs to a session.
func (h *handle) by(s *server.Session) bool { return h.session == s }

// close closes the handle. If it is closed already, or the share is gone, that is no error.
func (h *handle) close() {
	delete(h.share.connection.open, h)
	_ = h.change(func(t *files.Tree, _ *files.Node, at files.Moment) error { return t.Close(h.id, at.Stamp) })
}

// IsDir reports whether the handle is for a directory.
func (h *handle) IsDir() bool { return h.directory }

// Path returns the current path of the file.
func (h *handle) Path() (path string) {
	_ = h.read(func(_ *files.Tree, n *files.Node) error {
		path = strings.Join(n.Path(), `\`)
		return nil
	})
	return path
}

// Stat returns what the library shows of a file.
func (h *handle) Stat() (info server.FileInfo, err error) {
	err = h.read(func(_ *files.Tree, n *files.Node) error {
		info = infoOf(n)
		return nil
	})
	return info, err
}

var errForeign = errors.New("a handle that is not ours")

// of converts a handle passed by the library to this package's type.
func of(h server.Handle) (*handle, error) {
	if ours, ok := h.(*handle); ok {
		return ours, nil
	}
	return nil, errForeign
}

// Close is CLOSE. The library also calls it at the end of a tree and of a connection. // FILE-SMB-06
func (s *share) Close(_ context.Context, h server.Handle) error {
	ours, err := of(h)
	if err == nil {
		ours.close()
	}
	return err
}

// Flush is FLUSH. There is nothing to write out.
func (s *share) Flush(_ context.Context, h server.Handle) (uint32, error) {
	ours, err := of(h)
	if err != nil {
		return 0, err
	}
	return code(ours.read(func(*files.Tree, *files.Node) error { return nil })), nil
}

// QuerySecurity is not supported.
func (s *share) QuerySecurity(context.Context, server.Handle, uint32) ([]byte, uint32, error) {
	return nil, protocol.StatusNotSupported, nil
}

// Ioctl supports nothing beyond what the library answers itself.
func (s *share) Ioctl(context.Context, server.Handle, uint32, []byte, uint32) ([]byte, uint32, error) {
	return nil, protocol.StatusNotSupported, nil
}
