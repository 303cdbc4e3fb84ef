package queue

// flaw is a mistake made on purpose, with which the tests prove that they would
// notice it.
type flaw int

const (
	flawNone     flaw = iota
	flawEarly         // a window may end at any time
	flawReceipts      // any receipt works
	flawRefusals      // any receipt may be refused
	flawCount         // the dequeue count may be anything
	flawPeeks         // a peek may show anything
	flawRemoved       // removed messages may be given out
	flawLoss          // a queue may seem empty that is not
	flawUnknown       // operations of unknown outcome have no effect
	lastFlaw
)
