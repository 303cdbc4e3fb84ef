package court

import (
	"time"

	"ifmatch/reports"
	"ifmatch/steps/plan"
)

// Config says what the court must know of a run.
type Config struct {
	Plan *plan.Plan
	// RealTime: time passes by itself, so that a case can be late.
	RealTime bool
	// Shared: other cases use the same server at the same time.
	Shared bool
	// Run is the part of names that distinguishes this run from others; reasons for which
	// cases are blocked are compared without such names.
	Run string
	// Trace says whose exchanges the result holds: failed, all or none.
	Trace string
	// Filed receives every verdict on a chosen case, one at a time.
	Filed func(reports.Scenario)
}

// Ruling is what becomes of a play.
type Ruling string

// The rulings.
const (
	File    Ruling = "file it"
	Retry   Ruling = "set it up afresh"
	Alone   Ruling = "repeat it apart from the others"
	Discard Ruling = "discard it" // it was interrupted, and proves nothing
)

// Round is a set of cases to be played again.
type Round struct {
	Cases []string // by id
	// Alone: each case while no other runs. Together: the cases of the round at the same time,
	// and no other. Neither: as in the first play.
	Alone, Together bool
	Pause           time.Duration // before it
	// Left is how many cases are still to be tried again for this reason, with these.
	Why  Why
	Left int
	// Waits is how long the rounds after this one may let time pass.
	Waits time.Duration
}

// Why is the reason why cases are played again.
type Why string

// The reasons.
const (
	Transient Why = "transient" // an answer was transient, or may have been another server's
	Late      Why = "late"      // the suite was too slow
	Company   Why = "company"   // the set-up failed while others ran
	Found     Why = "found"     // a finding needs its probe
	Measured  Why = "measured"  // a failure is counted: in how many rounds alone
)
