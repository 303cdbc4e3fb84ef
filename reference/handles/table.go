package handles

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"time"
)

// Errors of the table's methods.
var (
	ErrSharing       = errors.New("another handle denies the access, or has access that this one would deny")
	ErrDeletePending = errors.New("the file is to be deleted when its last handle is closed")
	ErrNotForDelete  = errors.New("the handle was not opened for delete")
	ErrNoHandle      = errors.New("there is no such handle")
)

// FileID is the number of a file or a directory, which it keeps when it is renamed.
type FileID uint64

// ID is the number of a handle on the server's side. // FILE-HND-09
type ID uint64

// Opening is a client's request to open a file.
type Opening struct {
	Access, Share Access
	// DeleteOnClose marks the file for deletion when this handle is closed, and not before.
	DeleteOnClose bool
	// Session is the owner of the handle: handles end with their session.
	Session uint64
	// Client is the address from which the session comes.
	Client string
}

// Handle is one open handle.
type Handle struct {
	ID   ID
	File FileID
	Opening
	Opened time.Time
}

// Table holds the open handles of one share. The zero Table is empty.
type Table struct {
	// Rule decides whether two openings can coexist; nil means Agree.
	Rule func(access, share, otherAccess, otherShare Access) bool

	last    ID
	handles map[ID]*Handle
	files   map[FileID]*file
}

// file is the state of an open file.
type file struct {
	handles map[ID]*Handle
	pending bool
}

// Admits checks that an opening agrees with all handles of a file, and that the file is not marked for deletion. A
// request over REST is an opening that ends with the request. // FILE-SMB-16 FILE-SHR-10
func (t *Table) Admits(of FileID, access, share Access) error {
	f := t.files[of]
	if f == nil {
		return nil
	}
	if f.pending {
		return ErrDeletePending // FILE-DEL-17
	}
	agree := t.Rule
	if agree == nil {
		agree = Agree
	}
	for _, h := range f.handles {
		if !agree(access, share, h.Access, h.Share) {
			return ErrSharing
		}
	}
	return nil
}

// Open adds a handle, if it agrees with the existing ones.
func (t *Table) Open(of FileID, o Opening, now time.Time) (ID, error) {
	if o.DeleteOnClose && o.Access&Delete == 0 {
		return 0, ErrNotForDelete
	}
	if err := t.Admits(of, o.Access, o.Share); err != nil {
		return 0, err
	}
	if t.handles == nil {
		t.handles, t.files = make(map[ID]*Handle), make(map[FileID]*file)
	}
	f := t.files[of]
	if f == nil {
		f = &file{handles: make(map[ID]*Handle)}
		t.files[of] = f
	}
	t.last++
	h := &Handle{ID: t.last, File: of, Opening: o, Opened: now}
	t.handles[h.ID], f.handles[h.ID] = h, h
	return h.ID, nil
}

// Close closes a handle on behalf of its owner. It reports whether its file is to be removed now, because it was marked
// for deletion and no handle is left. // FILE-DEL-05
func (t *Table) Close(id ID) (of FileID, remove bool, err error) { return t.end(id, true) }

// ForceClose closes a handle on behalf of another client. If the handle would have deleted its file on close, it does
// not. // FILE-HND-04 FILE-DEL-15
func (t *Table) ForceClose(id ID) (of FileID, remove bool, err error) { return t.end(id, false) }

func (t *Table) end(id ID, orderly bool) (of FileID, remove bool, err error) {
	h := t.handles[id]
	if h == nil {
		return 0, false, ErrNoHandle
	}
	f := t.files[h.File]
	delete(t.handles, id)
	delete(f.handles, id)
	if orderly && h.DeleteOnClose {
		f.pending = true
	}
	if len(f.handles) == 0 {
		delete(t.files, h.File)
		return h.File, f.pending, nil
	}
	return h.File, false, nil
}

// SetDeletePending marks the file of a handle for deletion, or removes the mark. // FILE-DEL-01 FILE-DEL-04
func (t *Table) SetDeletePending(id ID, pending bool) error {
	h := t.handles[id]
	switch {
	case h == nil:
		return ErrNoHandle
	case h.Access&Delete == 0:
		return ErrNotForDelete
	}
	t.files[h.File].pending = pending
	return nil
}

// DeletePending reports whether a file is to be deleted when its last handle is closed.
func (t *Table) DeletePending(of FileID) bool {
	f := t.files[of]
	return f != nil && f.pending
}

// Pending returns the files that are to be deleted when their last handle is closed, in the order of their numbers.
func (t *Table) Pending() (list []FileID) {
	for of, f := range t.files {
		if f.pending {
			list = append(list, of)
		}
	}
	slices.Sort(list)
	return list
}

// IsOpen reports whether a file has any handle, regardless of access.
func (t *Table) IsOpen(of FileID) bool { return t.files[of] != nil }

// Handle returns an open handle.
func (t *Table) Handle(id ID) (Handle, bool) {
	if h := t.handles[id]; h != nil {
		return *h, true
	}
	return Handle{}, false
}

// Of returns the handles of a file, the oldest first.
func (t *Table) Of(of FileID) []Handle {
	if f := t.files[of]; f != nil {
		return sorted(f.handles)
	}
	return nil
}

// All returns all handles, the oldest first.
func (t *Table) All() []Handle { return sorted(t.handles) }

// OfSession returns the handles of a session, the oldest first.
func (t *Table) OfSession(session uint64) []Handle {
	return slices.DeleteFunc(sorted(t.handles), func(h Handle) bool { return h.Session != session })
}

// Len returns the number of handles.
func (t *Table) Len() int { return len(t.handles) }

func sorted(m map[ID]*Handle) []Handle {
	list := make([]Handle, 0, len(m))
	for h := range maps.Values(m) {
		list = append(list, *h)
	}
	slices.SortFunc(list, func(a, b Handle) int { return cmp.Compare(a.ID, b.ID) })
	return list
}
