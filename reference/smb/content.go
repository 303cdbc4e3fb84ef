package smb

import (
	"context"
	"slices"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/server"

	"ifmatch/reference/handles"
	"ifmatch/reference/store"
	"ifmatch/reference/store/files"
)

// Read is READ. // FILE-LWW-01 FILE-CONS-01
func (s *share) Read(_ context.Context, h server.Handle, at int64, into []byte) (n int, st uint32, err error) {
	ours, err := of(h)
	if err != nil {
		return 0, 0, err
	}
	var content store.Content
	failed := ours.read(func(_ *files.Tree, n *files.Node) error {
		switch {
		case n.IsDirectory():
			return status(protocol.StatusFileIsADirectory)
		case !ours.may(handles.Read):
			return status(protocol.StatusAccessDenied)
		case at < 0:
			return status(protocol.StatusInvalidParameter)
		}
		content = n.File.Content // the content of a version never changes
		return nil
	})
	if failed != nil || at >= content.Len() {
		return 0, code(failed), nil
	}
	return copy(into, content.Slice(at, min(at+int64(len(into)), content.Len()))), protocol.StatusOk, nil
}

// Write is WRITE. It extends the file if necessary.
func (s *share) Write(_ context.Context, h server.Handle, at int64, data []byte) (n int, st uint32, err error) {
	ours, err := of(h)
	if err != nil {
		return 0, 0, err
	}
	data = slices.Clone(data) // the slice belongs to the library
	err = ours.rewrite(func(c store.Content) (store.Content, error) {
		if at < 0 || at > largest-int64(len(data)) {
			return c, status(protocol.StatusInvalidParameter)
		}
		if end := at + int64(len(data)); at < c.Len() && c.Len() < end {
			c = c.Resize(end)
		} else if c.Len() < at {
			c = c.Resize(at)
		}
		if at == c.Len() {
			return c.Append(data), nil
		}
		return c.Write(at, data), nil
	})
	if err != nil {
		return 0, code(err), nil
	}
	return len(data), protocol.StatusOk, nil
}

// rewrite replaces the content of a file.
func (h *handle) rewrite(change func(store.Content) (store.Content, error)) error {
	quota := h.share.quota()
	return h.change(func(t *files.Tree, n *files.Node, at files.Moment) error {
		switch {
		case n.IsDirectory():
			return status(protocol.StatusFileIsADirectory)
		case !h.may(handles.Write):
			return status(protocol.StatusAccessDenied)
		}
		next := *n.File
		content, err := change(next.Content)
		if err != nil {
			return err
		}
		if content.Len() > next.Content.Len() && t.Size()-next.Content.Len()+content.Len() > quota {
			return status(diskFull)
		}
		next.Content = content
		touch(&next, at)
		t.Set(n, &next)
		return nil
	})
}
