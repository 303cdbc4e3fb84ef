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

// share is one share as one connection sees it: the library asks it to do what requests want.
type share struct {
	connection *connection
	store      files.Store
	name       string
}

var _ server.VFS = (*share)(nil)

// handle is something that a client has open.
type handle struct {
	share     *share
	session   *server.Session
	id        handles.ID
	file      handles.FileID
	mask      uint32 // the access that was asked for
	directory bool
	// life is the tree that the handle is of, for comparison alone: a share that is deleted and made again has another,
	// in which the handle's number may be that of a stranger.
	life *files.Tree
}

// read lets look at what a handle is open of. A handle that was closed by somebody else is none any more. // FILE-HND-07
func (h *handle) read(look func(t *files.Tree, n *files.Node) error) error {
	return h.share.store.Read(h.share.name, "", func(t *files.Tree) error {
		n, err := h.node(t)
		if err != nil {
			return err
		}
		return look(t, n)
	})
}

// change lets what a handle is open of be changed.
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

// by reports whether the handle is one of a session.
func (h *handle) by(s *server.Session) bool { return h.session == s }

// close ends the handle. That somebody else has done so already, or that the share is gone, is no error.
func (h *handle) close() {
	delete(h.share.connection.open, h)
	_ = h.change(func(t *files.Tree, _ *files.Node, _ files.Moment) error { return t.Close(h.id) })
}

// IsDir tells a directory from a file.
func (h *handle) IsDir() bool { return h.directory }

// Path is where the file is now.
func (h *handle) Path() (path string) {
	_ = h.read(func(_ *files.Tree, n *files.Node) error {
		path = strings.Join(n.Path(), `\`)
		return nil
	})
	return path
}

// Stat is what the library shows of a file.
func (h *handle) Stat() (info server.FileInfo, err error) {
	err = h.read(func(_ *files.Tree, n *files.Node) error {
		info = infoOf(n)
		return nil
	})
	return info, err
}

var errForeign = errors.New("a handle that is not ours")

// of is the handle that the library gives back.
func of(h server.Handle) (*handle, error) {
	if ours, ok := h.(*handle); ok {
		return ours, nil
	}
	return nil, errForeign
}

// Close is CLOSE, the end of a tree, and that of a connection. // FILE-SMB-06
func (s *share) Close(_ context.Context, h server.Handle) error {
	ours, err := of(h)
	if err == nil {
		ours.close()
	}
	return err
}

// Flush is FLUSH: everything is where it belongs already.
func (s *share) Flush(_ context.Context, h server.Handle) (uint32, error) {
	ours, err := of(h)
	if err != nil {
		return 0, err
	}
	return code(ours.read(func(*files.Tree, *files.Node) error { return nil })), nil
}

// QuerySecurity is not offered.
func (s *share) QuerySecurity(context.Context, server.Handle, uint32) ([]byte, uint32, error) {
	return nil, protocol.StatusNotSupported, nil
}

// Ioctl is not offered, beside what the library answers itself.
func (s *share) Ioctl(context.Context, server.Handle, uint32, []byte, uint32) ([]byte, uint32, error) {
	return nil, protocol.StatusNotSupported, nil
}
