package judging

import (
	"ifmatch/internal/exit"
	"ifmatch/reports"
)

// Code is the exit code of a run: that of its profiles, if it was about profiles. Then a failure
// of something that no client relies on does not matter.
func Code(r reports.Run, interrupted bool) exit.Code {
	code := runCode(r, interrupted)
	if len(r.Profiles) == 0 || code == exit.Interrupted || code == exit.Stale {
		return code
	}
	return Profiles(r.Profiles)
}

// runCode is the exit code for the verdicts.
func runCode(r reports.Run, interrupted bool) exit.Code {
	if interrupted && r.Incomplete {
		return exit.Interrupted
	}
	return Outcome(r.Outcome())
}

// Outcome is the exit code for an outcome.
func Outcome(o reports.Outcome) exit.Code {
	switch o {
	case reports.Deviates:
		return exit.Deviates
	case reports.Unknown:
		return exit.Unknown
	case reports.Outdated:
		return exit.Stale
	}
	return exit.OK
}

// Profiles is the exit code for the answers about the profiles.
func Profiles(all []reports.Profile) exit.Code {
	codes := []exit.Code{exit.OK}
	for _, p := range all {
		switch p.Fit {
		case reports.Misfits:
			codes = append(codes, exit.Deviates)
		case reports.FitUnknown:
			codes = append(codes, exit.Unknown)
		}
	}
	return exit.Worst(codes...)
}
