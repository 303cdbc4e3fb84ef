package bounds

// bug is a mistake made on purpose, with which the tests prove that they would
// notice it.
type bug int

const (
	bugNone    bug = iota
	bugNoLapse     // the clock never runs out before an operation
	bugNoMaybe     // Maybes never take effect
	bugNoPast      // only the present state is asked
	bugNoOrder     // nothing else takes effect before the operation that returns
	bugLast        // only the first world is kept
)
