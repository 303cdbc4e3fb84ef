package lease

import (
	"time"

	"ifmatch/reference/errcode"
)

// Use is how an ordinary operation treats the lease of its resource.
type Use uint8

// The uses. On blobs Exclusive is a write or a delete and Shared a read; on containers Exclusive is Delete Container
// and Shared everything else.
const (
	Unleased  Use = iota // the operation needs no lease id, and ignores one that is sent
	Shared               // needs no id; an id that is sent must be the active one
	Exclusive            // needs the id while the lease locks the resource
)

// UseRow is a row of the matrix of use attempts: a use, and how the id in the request relates to the held one.
type UseRow uint8

// The rows, named as in the register of clauses, blobs first.
const (
	ExclusiveNone  UseRow = iota // W-0, D-0: no id
	ExclusiveSame                // W-A, D-A: the held id
	ExclusiveOther               // W-B, D-B: another id
	SharedNone                   // R-0, O-0
	SharedSame                   // R-A, O-A
	SharedOther                  // R-B, O-B
	useRows
)

// UseCell is one cell of the matrix: a refusal if Code is set, otherwise the next state if the operation succeeds.
type UseCell struct {
	Code errcode.Code
	Next State
}

// Uses is the matrix of use attempts.
type Uses [useRows][states]UseCell

func stays(s State) UseCell { return UseCell{Next: s} }

// BlobUses returns the matrix for blobs. In the fourth and fifth column of its first row, a write makes the service
// forget an old lease. // BLOB-LM-WRITE-Bo BLOB-LM-WRITE-Ex
func BlobUses() Uses {
	u := uses(errcode.LeaseNotPresentWithBlob, errcode.LeaseIDMismatchWithBlob)
	u[ExclusiveNone][Broken] = stays(Available)
	u[ExclusiveNone][Expired] = stays(Available)
	return u
}

// ContainerUses returns the matrix for containers. No ordinary operation changes their lease. // CONT-LM-WRITE-Ex
func ContainerUses() Uses {
	return uses(errcode.LeaseNotPresentWithContainer, errcode.LeaseIDMismatchWithContainer)
}

// FileUses returns the matrix for files. On a file without a lease every id is wrong, even that of a broken lease. A
// write makes the service forget a broken lease, as with blobs.
// // FILE-LEASE-12 FILE-LEASE-13 FILE-LEASE-14 FILE-LEASE-15 FILE-LEASE-16 FILE-LEASE-17
func FileUses() Uses {
	u := uses(errcode.LeaseNotPresentWithFile, errcode.LeaseIDMismatchWithFile)
	for _, row := range [...]UseRow{ExclusiveSame, SharedSame} {
		u[row][Broken], u[row][Expired] = UseCell{Code: errcode.LeaseNotPresentWithFile}, UseCell{Code: errcode.LeaseNotPresentWithFile}
	}
	u[ExclusiveNone][Broken] = stays(Available)
	return u
}

// ShareUses returns the matrix for shares. Every change of a share needs the id while it is leased; files inside are
// not affected. The codes are those of containers, because the service treats a share as one.
// // FILE-SLEASE-02 FILE-SLEASE-03 FILE-SLEASE-04 FILE-SLEASE-11 FILE-SLEASE-16
func ShareUses() Uses { return ContainerUses() }

func uses(notPresent, mismatch errcode.Code) Uses {
	none, wrong := UseCell{Code: notPresent}, UseCell{Code: mismatch}
	missing, lost := UseCell{Code: errcode.LeaseIDMissing}, UseCell{Code: errcode.LeaseLost}
	ok := stays
	return Uses{
		//               Available       Leased      Breaking      Broken      Expired
		ExclusiveNone:  {ok(Available), missing, missing, ok(Broken), ok(Expired)},
		ExclusiveSame:  {none, ok(Leased), ok(Breaking), lost, lost}, // BLOB-USE-05
		ExclusiveOther: {none, wrong, wrong, none, none},             // BLOB-USE-06
		SharedNone:     {ok(Available), ok(Leased), ok(Breaking), ok(Broken), ok(Expired)},
		SharedSame:     {none, ok(Leased), ok(Breaking), lost, lost},
		SharedOther:    {none, wrong, wrong, none, none},
	}
}

// Try checks an attempt to use the resource with an id, or without one if given is false. A refusal is returned as its
// code. Otherwise the result is the lease after the operation has succeeded. // BLOB-USE-07 BLOB-USE-08
func (u *Uses) Try(l Lease, use Use, id ID, given bool, now time.Time) (Lease, errcode.Code) {
	l = l.At(now)
	if use == Unleased {
		return l, ""
	}
	row := ExclusiveNone
	if use == Shared {
		row = SharedNone
	}
	switch {
	case given && l.State != Available && id == l.ID:
		row += ExclusiveSame
	case given:
		row += ExclusiveOther
	}
	cell := &u[row][l.State]
	if cell.Code != "" {
		return l, cell.Code
	}
	if cell.Next == Available {
		return Lease{}, ""
	}
	l.State = cell.Next
	return l, ""
}
