package lease

import "ifmatch/reference/errcode"

// Row is a row of the matrix of lease operations: an action, and how its ids relate to the held id. In state Available
// no id is held, so every id counts as another one.
type Row uint8

// The rows, named as in the register of clauses: A is the held id, B and C are others.
const (
	AcquireNone    Row = iota // ACQ-0: no id proposed
	AcquireSame               // ACQ-A: proposes the held id
	AcquireOther              // ACQ-B: proposes another id
	BreakZero                 // BRK-0: period 0
	BreakPeriod               // BRK-N: a period of n seconds
	BreakNatural              // BRK-D: no period given
	ChangeToOther             // CHG-AB: from the held id to another
	ChangeToSame              // CHG-BA: from another id to the held one
	ChangeForeign             // CHG-BC: from another id to yet another
	ChangeIdentity            // CHG-AA: from the held id to itself
	RenewSame                 // REN-A
	RenewOther                // REN-B
	ReleaseSame               // REL-A
	ReleaseOther              // REL-B
	rows
)

// Effect is what a permitted lease operation does.
type Effect uint8

// The effects.
const (
	Keep    Effect = iota // nothing changes
	Grant                 // takes the proposed or a generated id and the new duration; the time starts
	Restart               // the time starts again with the old duration
	Rename                // takes the proposed id; the time keeps running
	Break                 // the lease ends after the break period, the rest of the lease, or at once
	Free                  // the lease is gone
)

// Cell is one cell of the matrix: a refusal if Code is set, otherwise an effect and the next state.
type Cell struct {
	Code   errcode.Code
	Effect Effect
	Next   State
}

// Table is the matrix of lease operations.
type Table [rows][states]Cell

// Named cells of the matrix.
var (
	grant   = Cell{Effect: Grant, Next: Leased}
	restart = Cell{Effect: Restart, Next: Leased}
	rename  = Cell{Effect: Rename, Next: Leased}
	held    = Cell{Effect: Keep, Next: Leased}
	breaks  = Cell{Effect: Break, Next: Breaking}
	broken  = Cell{Effect: Break, Next: Broken}
	free    = Cell{Effect: Free, Next: Available}

	present    = Cell{Code: errcode.LeaseAlreadyPresent}
	notPresent = Cell{Code: errcode.LeaseNotPresentWithLease}
	mismatch   = Cell{Code: errcode.LeaseIDMismatchWithLease}
	noAcquire  = Cell{Code: errcode.LeaseIsBreakingAndCannotBeAcquired}
	noChange   = Cell{Code: errcode.LeaseIsBreakingAndCannotBeChanged}
	noRenew    = Cell{Code: errcode.LeaseIsBrokenAndCannotBeRenewed}
)

// Documented returns the matrix as the service documents it. Blobs and containers share it. They differ only in Uses: a
// write to a blob makes the service forget an expired lease. // CONT-LM-REN-A-Ex
//
// After such a write the blob is Available. Renewing the lease then gives the mismatch of the first column.
// // BLOB-LM-REN-A-Ex-modified
func Documented() Table {
	return Table{
		//               Available   Leased     Breaking   Broken      Expired
		AcquireNone:    {grant, present, present, grant, grant},
		AcquireSame:    {grant, grant, noAcquire, grant, grant},
		AcquireOther:   {grant, present, present, grant, grant},
		BreakZero:      {notPresent, broken, broken, broken, broken},
		BreakPeriod:    {notPresent, breaks, breaks, broken, broken},
		BreakNatural:   {notPresent, breaks, breaks, broken, broken},
		ChangeToOther:  {notPresent, rename, noChange, notPresent, notPresent},
		ChangeToSame:   {notPresent, held, mismatch, notPresent, notPresent},
		ChangeForeign:  {notPresent, mismatch, mismatch, notPresent, notPresent},
		ChangeIdentity: {notPresent, held, noChange, notPresent, notPresent},
		RenewSame:      {mismatch, restart, noRenew, noRenew, restart},
		RenewOther:     {mismatch, mismatch, mismatch, mismatch, mismatch},
		ReleaseSame:    {mismatch, free, free, free, free},
		ReleaseOther:   {mismatch, mismatch, mismatch, mismatch, mismatch},
	}
}

// OfFiles returns the matrix of files, which is also that of shares. It differs from Documented in the answer to
// operations on a lease that does not exist. Leases on files are infinite, so only shares reach the columns Breaking
// and Expired. // FILE-LEASE-10 FILE-SLEASE-10
func OfFiles() Table {
	t := Documented()
	for _, row := range [...]Row{RenewSame, RenewOther, ReleaseSame, ReleaseOther} {
		t[row][Available] = notPresent
	}
	return t
}
