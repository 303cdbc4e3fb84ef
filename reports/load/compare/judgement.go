package compare

// The bounds of a change, unless Options name others.
const (
	// DefaultAlpha is the share of false alarms of one test on one figure of two
	// equal services, in the long run, before DefaultMinimum takes its part away.
	DefaultAlpha = 0.01
	// DefaultMinimum is the smallest change that counts. What is less is rarely
	// worth a red build, however certain it is.
	DefaultMinimum = 0.05
	// DefaultMinimumOfOne is the same where the seconds of single runs are
	// compared: that two runs of one service are some per cent apart, they cannot
	// see.
	DefaultMinimumOfOne = 0.10
)

// repeated is how many runs a side needs to be tested run against run: with
// fewer even the clearest difference has p > DefaultAlpha.
const repeated = 5

// Options say when a figure counts as changed.
type Options struct {
	Alpha   float64 // significance, 0 is DefaultAlpha
	Minimum float64 // smallest relative change, 0 is DefaultMinimum or DefaultMinimumOfOne
	Force   bool    // compare runs of different workloads all the same
}

// Judgement says what a change means.
type Judgement string

// The judgements.
const (
	Same     Judgement = "same"     // no change beyond the noise
	Better   Judgement = "better"   // a change for the better
	Worse    Judgement = "worse"    // a change for the worse
	Changed  Judgement = "changed"  // a change that is neither
	Untested Judgement = "untested" // too few samples to tell a change from noise
)
