package smbclient

import (
	protocol "github.com/jfjallid/go-smb/smb"

	"ifmatch/internal/oversmb"
)

// The words of the package oversmb, under the names by which this package's clients use them.
type (
	Kinds   = oversmb.Kinds
	Status  = oversmb.Status
	Caching = oversmb.Caching
	Break   = oversmb.Break
	Opening = oversmb.Opening
	Login   = oversmb.Login
)

// The kinds of access.
const (
	None   = oversmb.None
	Read   = oversmb.Read
	Write  = oversmb.Write
	Delete = oversmb.Delete
)

// What a client may cache.
const (
	CachesReads   = oversmb.CachesReads
	CachesHandles = oversmb.CachesHandles
	CachesWrites  = oversmb.CachesWrites
)

// The statuses that callers of this package distinguish.
const (
	SharingViolation = oversmb.SharingViolation
	DeletePending    = oversmb.DeletePending
	NotFound         = oversmb.NotFound
	Closed           = oversmb.Closed
)

// ParseKinds reads the documents' words: None, Read/Write.
func ParseKinds(text string) (Kinds, error) { return oversmb.ParseKinds(text) }

// mask is the access mask of a handle with these kinds. FILE-GOSMB-01
func mask(k Kinds) uint32 {
	m := protocol.FAccMaskFileReadAttributes | protocol.FAccMaskSynchronize
	for bit, one := range map[Kinds]uint32{Read: protocol.FAccMaskFileReadData, Write: protocol.FAccMaskFileWriteData, Delete: protocol.FAccMaskDelete} {
		if k&bit != 0 {
			m |= one
		}
	}
	return m
}
