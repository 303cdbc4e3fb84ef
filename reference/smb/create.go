package smb

import (
	"context"
	"net"
	"strings"
	"unicode/utf8"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/server"

	"ifmatch/reference/handles"
	"ifmatch/reference/store"
	"ifmatch/reference/store/files"
)

// Bits of an access mask that matter beyond share modes. // FILE-GOSMB-01
const (
	writeData       = 0x2
	appendData      = 0x4
	writeAttributes = 0x100
	maximumAllowed  = 1 << 25
	genericAll      = 1 << 28
	genericWrite    = 1 << 30
)

// request is a parsed CREATE.
type request struct {
	server.CreateRequest
	path            []string
	opening         handles.Opening
	directory, file bool // required kind
	replaces        bool // empties an existing file
}

// Create is CREATE. The check against handles and leases, and the opening, are one step. // FILE-SMB-02
func (s *share) Create(_ context.Context, session *server.Session, q server.CreateRequest) (r server.CreateResult, st uint32, _ error) {
	want, err := s.request(session, q)
	if err != nil {
		return r, code(err), nil
	}
	quota := s.quota()
	h := &handle{share: s, session: session, mask: q.DesiredAccess}
	err = s.store.Change(s.name, func(t *files.Tree, at files.Moment) error {
		n, action, err := want.find(t, at, quota)
		if err != nil {
			return err
		}
		if h.id, err = t.Open(n, want.opening, at.Now); err != nil {
			return err
		}
		if action == protocol.FileOverwritten || action == protocol.FileSuperseded {
			want.replace(t, n, at)
		}
		h.file, h.directory, h.life = n.ID, n.IsDirectory(), t
		r = server.CreateResult{Handle: h, CreateAction: action, Info: infoOf(n)}
		return nil
	})
	if err != nil {
		return r, code(err), nil
	}
	s.connection.open[h] = struct{}{}
	return r, protocol.StatusOk, nil
}

// request reads the parts that do not depend on existing files.
func (s *share) request(session *server.Session, q server.CreateRequest) (w request, err error) {
	w = request{CreateRequest: q, directory: q.CreateOptions&protocol.FileDirectoryFile != 0, file: q.CreateOptions&protocol.FileNonDirectoryFile != 0}
	if w.path, err = split(q.Path); err != nil {
		return w, err
	}
	switch q.CreateDisposition {
	case protocol.FileOverwrite, protocol.FileOverwriteIf, protocol.FileSupersede:
		w.replaces = true
	}
	w.opening = handles.Opening{
		Access:        handles.AccessOf(q.DesiredAccess),
		Share:         handles.Access(q.ShareAccess) & handles.All, // FILE-SMB-08
		DeleteOnClose: q.CreateOptions&protocol.FileDeleteOnClose != 0,
		Session:       s.connection.session(session),
		Client:        clientOf(s.connection.conn.RemoteAddr()),
	}
	switch {
	case q.CreateDisposition > protocol.FileOverwriteIf, w.directory && w.file, w.directory && w.replaces:
		return w, status(protocol.StatusInvalidParameter)
	case w.opening.DeleteOnClose && w.opening.Access&handles.Delete == 0:
		return w, status(protocol.StatusInvalidParameter)
	}
	return w, nil
}

// clientOf returns the address shown in lists of handles.
func clientOf(a net.Addr) string {
	if tcp, ok := a.(*net.TCPAddr); ok {
		return tcp.String()
	}
	return "127.0.0.1:0" // a client in this process
}

// Limits of the service. // D:Naming and referencing shares, directories, files and metadata
const (
	longestName = 255
	longestPath = 2048
	deepest     = 250
	largest     = 4 << 40 // bytes of a file
)

// split reads a path. Streams of files are not supported.
func split(path string) ([]string, error) {
	names := strings.FieldsFunc(path, func(r rune) bool { return r == '\\' })
	if len(names) > deepest || utf8.RuneCountInString(path) > longestPath {
		return nil, status(protocol.StatusObjectNameInvalid)
	}
	for _, name := range names {
		if name == "." || name == ".." || files.Reserved(name) || utf8.RuneCountInString(name) > longestName || strings.ContainsFunc(name, func(r rune) bool {
			return r < ' ' || strings.ContainsRune(`"*/:<>?|`, r)
		}) {
			return nil, status(protocol.StatusObjectNameInvalid)
		}
	}
	return names, nil
}

// find returns the file or directory to open, and the action that opening it performs. It creates a new one only after
// all checks that could refuse it.
func (w *request) find(t *files.Tree, at files.Moment, quota int64) (n *files.Node, action uint32, err error) {
	parent, n := t.Find(w.path)
	switch {
	case parent == nil:
		return nil, 0, status(protocol.StatusObjectPathNotFound)
	case n != nil:
		action, err = w.existing(t, n, at)
		return n, action, err
	case w.CreateDisposition == protocol.FileOpen, w.CreateDisposition == protocol.FileOverwrite:
		return nil, 0, status(protocol.StatusObjectNameNotFound)
	case t.Handles.DeletePending(parent.ID):
		return nil, 0, status(deletePending)
	case t.Size() >= quota:
		return nil, 0, status(diskFull)
	}
	return t.Add(parent, w.path[len(w.path)-1], w.fresh(t, at)), protocol.FileCreated, nil
}

// existing checks the request against a file or directory that exists.
func (w *request) existing(t *files.Tree, n *files.Node, at files.Moment) (action uint32, err error) {
	readOnly := n.File.SMB.Attributes&files.ReadOnly != 0
	switch {
	case t.Handles.DeletePending(n.ID):
		return 0, status(deletePending) // FILE-DEL-17
	case w.CreateDisposition == protocol.FileCreate:
		return 0, status(protocol.StatusObjectNameCollision)
	case w.directory && !n.IsDirectory():
		return 0, status(protocol.StatusNotADirectory)
	case w.file && n.IsDirectory(), w.replaces && n.IsDirectory():
		return 0, status(protocol.StatusFileIsADirectory)
	case readOnly && w.opening.DeleteOnClose:
		return 0, status(protocol.StatusCannotDelete)
	case readOnly && !n.IsDirectory() && (w.replaces || w.DesiredAccess&(writeData|appendData|genericWrite|genericAll) != 0):
		return 0, status(protocol.StatusAccessDenied)
	case !w.replaces:
		return protocol.FileOpened, nil
	}
	action = protocol.FileOverwritten
	if w.CreateDisposition == protocol.FileSupersede {
		action = protocol.FileSuperseded
	}
	return action, t.Admits(n, w.opening.Access|handles.Write, w.opening.Share, at.Now) // emptying a file is a write
}

// fresh returns a new file or directory.
func (w *request) fresh(t *files.Tree, at files.Moment) *files.File {
	f := &files.File{Stamp: at.Stamp(), SMB: files.SMB{
		Attributes: files.Archive | files.Attributes(w.FileAttributes)&settable,
		Created:    at.Now, LastWrite: at.Now, Changed: at.Now,
		Permission: t.Permit(files.Inherited),
	}}
	if w.directory {
		f.SMB.Attributes = f.SMB.Attributes&^files.Archive | files.Directory
	} else {
		f.Properties.ContentType = "application/octet-stream"
	}
	return f
}

// replace empties a file that is overwritten. The file keeps its number and its lease.
func (w *request) replace(t *files.Tree, n *files.Node, at files.Moment) {
	next := *n.File
	next.Content = store.Content{}
	next.SMB.Attributes = files.Archive | files.Attributes(w.FileAttributes)&settable
	touch(&next, at)
	t.Set(n, &next)
}

// quota returns the quota of the share, in bytes.
func (s *share) quota() int64 {
	if kept := s.store.Share(s.name); kept != nil {
		return int64(kept.Quota) << 30
	}
	return 0
}
