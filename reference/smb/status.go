package smb

import (
	"errors"
	"fmt"

	protocol "github.com/jfjallid/go-smb/smb"

	"ifmatch/reference/handles"
	"ifmatch/reference/store/files"
)

// status is the NTSTATUS of a refusal.
type status uint32

// Error returns the number.
func (s status) Error() string { return fmt.Sprintf("NTSTATUS %#08x", uint32(s)) }

// Statuses that have no name in the library. // FILE-GOSMB-03
const (
	sharingViolation = 0xC0000043
	deletePending    = 0xC0000056
	diskFull         = 0xC000007F
)

// code returns the NTSTATUS of an error; nil is success.
func code(err error) uint32 {
	var s status
	switch {
	case err == nil:
		return protocol.StatusOk
	case errors.As(err, &s):
		return uint32(s)
	case errors.Is(err, handles.ErrSharing):
		return sharingViolation
	case errors.Is(err, handles.ErrDeletePending):
		return deletePending
	case errors.Is(err, handles.ErrNotForDelete):
		return protocol.StatusAccessDenied
	case errors.Is(err, handles.ErrNoHandle):
		return protocol.StatusFileClosed
	case errors.Is(err, files.ErrNoShare):
		return protocol.StatusNetworkNameDeleted
	}
	return protocol.StatusInvalidParameter
}
