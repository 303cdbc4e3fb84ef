package lease

// flaw is a mistake made on purpose, with which the tests prove that they would
// notice it.
type flaw int

const (
	flawNone     flaw = iota
	flawEarly         // a lease may end at any time
	flawNoRenew       // a renewal does not prolong
	flawNoCut         // a break takes its period, even if the lease ends before
	flawLateUse       // an id works after its lease has expired
	flawOpenDoor      // writes need no lease id
	flawMemory        // a write does not end the memory of an expired lease
	flawRefusals      // an acquire may be refused at any time
	flawUnknown       // operations of unknown outcome have no effect
	flawChange        // Change Lease is not looked at
	lastFlaw
)
