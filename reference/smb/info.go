package smb

import (
	"context"
	"encoding/binary"
	"time"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/server"

	"ifmatch/reference/handles"
	"ifmatch/reference/store"
	"ifmatch/reference/store/files"
)

// Information classes that have no name in the library.
const (
	allocationInformation    = 0x13
	dispositionInformationEx = 0x40
	fsDeviceInformation      = 0x04
	fsFullSizeInformation    = 0x07
	fsSectorSizeInformation  = 0x0b
)

// QueryFileInfo is QUERY_INFO of a file. The library takes everything except the mark for deletion from Stat.
func (s *share) QueryFileInfo(_ context.Context, h server.Handle, class byte) (any, uint32, error) {
	ours, err := of(h)
	if err != nil {
		return nil, 0, err
	}
	answer := make([]byte, 24)
	err = ours.read(func(t *files.Tree, n *files.Node) error {
		if class != protocol.FileStandardInformation {
			return status(protocol.StatusNotSupported) // the library gives its own answer
		}
		binary.LittleEndian.PutUint64(answer, uint64(allocated(n.File.Content.Len())))
		binary.LittleEndian.PutUint64(answer[8:], uint64(n.File.Content.Len()))
		if t.Handles.DeletePending(n.ID) {
			answer[20] = 1
		} else {
			answer[16] = 1 // links
		}
		if n.IsDirectory() {
			answer[21] = 1
		}
		return nil
	})
	return answer, code(err), nil
}

// SetFileInfo is SET_INFO of a file.
func (s *share) SetFileInfo(_ context.Context, h server.Handle, class byte, raw []byte) (uint32, error) {
	ours, err := of(h)
	if err != nil {
		return 0, err
	}
	set, least := s.setter(class)
	if set == nil {
		return protocol.StatusNotSupported, nil
	}
	if len(raw) < least {
		return protocol.StatusInfoLengthMismatch, nil
	}
	return code(set(ours, raw)), nil
}

// setter returns the function that sets an information class, and the smallest number of bytes that it needs.
func (s *share) setter(class byte) (set func(*handle, []byte) error, least int) {
	switch class {
	case protocol.FileDispositionInformation:
		return (*handle).setDisposition, 1
	case dispositionInformationEx:
		return (*handle).setDispositionEx, 4
	case protocol.FileEndOfFileInformation:
		return (*handle).setEndOfFile, 8
	case allocationInformation:
		return (*handle).setAllocation, 8
	case protocol.FileBasicInformation:
		return (*handle).setBasic, 36
	case protocol.FileRenameInformation:
		return (*handle).rename, 20
	}
	return nil, 0
}

// setDisposition marks the file for deletion, or removes the mark. // FILE-DEL-01 FILE-DEL-04 FILE-GOSMB-02
func (h *handle) setDisposition(raw []byte) error {
	pending := raw[0] != 0
	return h.change(func(t *files.Tree, n *files.Node, _ files.Moment) error {
		switch {
		case pending && n.Parent == nil, pending && h.may(handles.Delete) && n.File.SMB.Attributes&files.ReadOnly != 0:
			return status(protocol.StatusCannotDelete)
		case pending && n.IsDirectory() && !n.Empty():
			return status(protocol.StatusDirectoryNotEmpty)
		}
		return t.Handles.SetDeletePending(h.id, pending)
	})
}

// setDispositionEx does the same, by flags. It does not support deletions that remove the name at once, because the
// file would then not be pending.
func (h *handle) setDispositionEx(raw []byte) error {
	const deletes, posix = 0x1, 0x2
	if raw[0]&posix != 0 {
		return status(protocol.StatusNotSupported)
	}
	return h.setDisposition([]byte{raw[0] & deletes})
}

func (h *handle) setEndOfFile(raw []byte) error { return h.resize(raw, false) }

// setAllocation can only shorten the file, because the allocated size is not stored.
func (h *handle) setAllocation(raw []byte) error { return h.resize(raw, true) }

func (h *handle) resize(raw []byte, shorterOnly bool) error {
	size := int64(binary.LittleEndian.Uint64(raw))
	return h.rewrite(func(c store.Content) (store.Content, error) {
		switch {
		case size < 0 || size > largest:
			return c, status(protocol.StatusInvalidParameter)
		case shorterOnly && size >= c.Len():
			return c, nil
		}
		return c.Resize(size), nil
	})
}

// setBasic sets the times and attributes that are not 0.
func (h *handle) setBasic(raw []byte) error {
	if h.mask&(writeAttributes|genericWrite|genericAll|maximumAllowed) == 0 {
		return status(protocol.StatusAccessDenied)
	}
	return h.change(func(t *files.Tree, n *files.Node, at files.Moment) error {
		next := *n.File
		next.SMB.Changed = at.Now
		for i, into := range [...]*time.Time{&next.SMB.Created, nil, &next.SMB.LastWrite, &next.SMB.Changed} {
			if given := int64(binary.LittleEndian.Uint64(raw[8*i:])); given > 0 && into != nil { // the time of the last access is not stored
				*into = timeOf(given)
			}
		}
		if a := binary.LittleEndian.Uint32(raw[32:]); a != 0 {
			next.SMB.Attributes = files.Attributes(a)&settable | next.SMB.Attributes&files.Directory
		}
		next.Stamp = at.Stamp()
		t.Set(n, &next)
		return nil
	})
}

// QueryFSInfo is QUERY_INFO of the share: its size.
func (s *share) QueryFSInfo(_ context.Context, class byte) (any, uint32, error) {
	switch class {
	case fsDeviceInformation:
		return []byte{7, 0, 0, 0, 0x20, 0, 0, 0}, protocol.StatusOk, nil // a mounted disk
	case fsFullSizeInformation:
		quota, used := s.quota(), int64(0)
		err := s.store.Read(s.name, "", func(t *files.Tree) error { used = t.Size(); return nil })
		answer := make([]byte, 32)
		binary.LittleEndian.PutUint64(answer, uint64(quota/cluster))
		free := uint64(max(0, quota-used) / cluster)
		binary.LittleEndian.PutUint64(answer[8:], free)
		binary.LittleEndian.PutUint64(answer[16:], free)
		binary.LittleEndian.PutUint32(answer[24:], cluster/sector)
		binary.LittleEndian.PutUint32(answer[28:], sector)
		return answer, code(err), nil
	case fsSectorSizeInformation:
		answer := make([]byte, 28)
		for i := range 4 {
			binary.LittleEndian.PutUint32(answer[4*i:], sector)
		}
		return answer, protocol.StatusOk, nil
	}
	return nil, protocol.StatusNotSupported, nil // the library gives its own answer
}
