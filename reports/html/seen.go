package html

import "ifmatch/reports"

// weights orders verdicts for the cells: a cell shows the worst verdict of its
// cases. A pass comes before verdicts that say nothing about the target.
var weights = []string{string(reports.Failed), "weak", string(reports.Error), string(reports.Blocked), string(reports.KnownFailure), string(reports.Fixed), string(reports.Passed), string(reports.Recorded), string(reports.Skipped)}

// seen returns the verdict on a case as a cell shows it.
func seen(r reports.Run, s reports.Scenario) string {
	if s.Status == reports.Failed && !reports.Gates(s.GatingLevel(), r.Plan.Level) {
		return "weak"
	}
	return string(s.Status)
}

// sign is shown next to the colour, for readers who cannot distinguish colours.
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
