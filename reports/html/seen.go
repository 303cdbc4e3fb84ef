package html

import "ifmatch/reports"

// weights orders what a cell is shown as: the worst verdict of its cases, and passed
// before what says nothing of the target.
var weights = []string{string(reports.Failed), "weak", string(reports.Error), string(reports.Blocked), string(reports.KnownFailure), string(reports.Fixed), string(reports.Passed), string(reports.Recorded), string(reports.Skipped)}

// seen is the verdict on a case as a cell shows it.
func seen(r reports.Run, s reports.Scenario) string {
	if s.Status == reports.Failed && !reports.Gates(s.GatingLevel(), r.Plan.Level) {
		return "weak"
	}
	return string(s.Status)
}

// sign stands beside the colour, for who cannot tell colours.
func sign(status string) string {
	switch status {
	case string(reports.Passed), string(reports.Fixed):
		return "✓"
	case string(reports.Failed), string(reports.KnownFailure), "weak":
		return "✗"
	case string(reports.Blocked), string(reports.Error):
		return "?"
	}
	return "–"
}
