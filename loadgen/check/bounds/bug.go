package bounds

// bug is a mistake made on purpose, with which the tests prove that they would
// notice it.
type bug int

const (
	bugNone      bug = iota
	bugNoLapse       // the clock never runs out before an operation
	bugNoMaybe       // Maybes never take effect
	bugNoPast        // only the present state is asked
	bugNoOrder       // nothing else takes effect before the operation that returns
	bugOneWorld      // only one world is kept
	bugFree          // an operation fits into the present state whatever may come before it
	bugForget        // past states are forgotten at once
	bugCut           // a clock that is cut may run on
	bugNoRetrace     // what fits into none of the likeliest worlds is impossible
	lastBug
)
