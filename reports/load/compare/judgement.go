package compare

// The bounds of a change, unless Options name others.
const (
	// DefaultAlpha is the long-run share of false alarms of one test on one
	// figure of two equal services, before DefaultMinimum removes some of them.
	DefaultAlpha = 0.01
	// DefaultMinimum is the smallest change that counts. Smaller changes rarely
	// justify a red build, however certain they are.
	DefaultMinimum = 0.05
	// DefaultMinimumOfOne replaces it where the seconds of single runs are
	// compared: they cannot show that two runs of one service differ by some per
	// cent.
	DefaultMinimumOfOne = 0.10
)

// wide is the relative change up to which an interval may reach if the figure is to
// count as the same. A wider one has room for changes that nobody would call the same.
const wide = 0.25

// repeated is the minimum number of runs of a side for testing run against run:
// with fewer, even the clearest difference has p > DefaultAlpha.
const repeated = 5

// Options say when a figure counts as changed.
type Options struct {
	Alpha   float64 // significance, 0 is DefaultAlpha
	Minimum float64 // smallest relative change, 0 is DefaultMinimum or DefaultMinimumOfOne
	Force   bool    // compare runs of different workloads anyway
}

// Judgement is the meaning of a change.
type Judgement string

// The judgements.
const (
	Same     Judgement = "same"        // no change beyond the noise
	Better   Judgement = "better"      // a change for the better
	Worse    Judgement = "worse"       // a change for the worse
	Changed  Judgement = "changed"     // a change that is neither
	Untested Judgement = "cannot tell" // too few samples, or too much noise, to tell a change from none
)
