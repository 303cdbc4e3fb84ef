package reports

import "fmt"

// Status is the verdict on one case.
type Status string

// The verdicts. A skip is never a pass. Neither blocked nor error says anything
// about the target's conformance.
const (
	Passed   Status = "passed"
	Failed   Status = "failed"
	Skipped  Status = "skipped"  // not applicable to this target; the reason names the missing capability
	Recorded Status = "recorded" // an open clause: the answer is kept but never judged
	Blocked  Status = "blocked"  // the set-up failed
	Error    Status = "error"    // the case could not be judged

	KnownFailure Status = "known-failure" // fails as in its line of the baseline
	Fixed        Status = "fixed"         // passed, although the baseline says that it fails
)

// Statuses lists all verdicts in the order of summaries.
var Statuses = []Status{Passed, Failed, Skipped, Recorded, Blocked, Error, KnownFailure, Fixed}

// Summary counts verdicts. Planned is the number of cases chosen before the run,
// so that Check can distinguish a lost case from a passed one.
type Summary struct {
	Planned  int `json:"planned"`
	Passed   int `json:"passed"`
	Failed   int `json:"failed"`
	Skipped  int `json:"skipped"`
	Recorded int `json:"recorded"`
	Blocked  int `json:"blocked"`
	Error    int `json:"error"`
	// Only with a baseline.
	KnownFailure int `json:"knownFailure,omitempty"`
	Fixed        int `json:"fixed,omitempty"`
}

// counter returns the counter of the verdict v in s; nil if v is not a verdict.
func (s *Summary) counter(v Status) *int {
	switch v {
	case Passed:
		return &s.Passed
	case Failed:
		return &s.Failed
	case Skipped:
		return &s.Skipped
	case Recorded:
		return &s.Recorded
	case Blocked:
		return &s.Blocked
	case Error:
		return &s.Error
	case KnownFailure:
		return &s.KnownFailure
	case Fixed:
		return &s.Fixed
	}
	return nil
}

// Add counts one verdict.
func (s *Summary) Add(v Status) {
	if n := s.counter(v); n != nil {
		*n++
	}
}

// Count returns how many cases have the verdict v.
func (s Summary) Count(v Status) int {
	if n := s.counter(v); n != nil {
		return *n
	}
	return 0
}

// Total returns the sum of all verdicts.
func (s Summary) Total() int {
	sum := 0
	for _, v := range Statuses {
		sum += s.Count(v)
	}
	return sum
}

// Check reports whether every planned case has exactly one verdict.
func (s Summary) Check() error {
	if t := s.Total(); t != s.Planned {
		return fmt.Errorf("count verdicts: %d cases were planned but %d have a verdict", s.Planned, t)
	}
	return nil
}

// Levels in order of strength; a run gates on one of them and all stronger ones.
var levels = map[string]int{"must": 0, "should": 1, "observed": 2}

// Gates reports whether a case of level may decide the exit code of a run that
// gates on lowest.
func Gates(level, lowest string) bool { return levels[level] <= levels[lowest] }
