// Package diff compares two results of a suite case by case: the same target before
// and after a change, or two targets. It sees in which respects a failure changed. So
// it recognises a fix of the effect even if the code still differs.
package diff

import (
	"slices"

	"ifmatch/reports"
	"ifmatch/reports/baseline"
)

// Kind is the kind of a case's change.
type Kind string

// The kinds, in the order in which they are shown.
const (
	Fails     Kind = "newly failing"
	Worse     Kind = "failing worse"
	Otherwise Kind = "failing differently"
	Lost      Kind = "no longer judged"
	Mended    Kind = "partly fixed"
	Fixed     Kind = "fixed"
	Gained    Kind = "newly judged"
	Answer    Kind = "answered differently, not judged"
)

// kinds lists all kinds.
var kinds = []Kind{Fails, Worse, Otherwise, Lost, Mended, Fixed, Gained, Answer}

// Change is a case with two different verdicts.
type Change struct {
	Kind     Kind
	Old, New reports.Scenario // the zero Scenario if a result does not have the case
	Gates    bool             // it may decide the exit code
}

// Result is the differences between two results.
type Result struct {
	Old, New reports.Run
	Changes  []Change // in the order of the features
	// Missing counts the cases that only the old result has, Added those that only the
	// new one has and that do not fail.
	Missing, Added int
	// Same counts the cases with the same verdict.
	Same int
	// Once are the findings that no probe showed again, and that the old result does not
	// have either.
	Once []reports.Finding
}

// Compare compares two results. It ignores baselines.
func Compare(before, after reports.Run) Result {
	out := Result{Old: before, New: after}
	old := make(map[string]reports.Scenario, len(before.Scenarios))
	for _, s := range before.Scenarios {
		s.Status = s.Plainly()
		old[s.ID] = s
	}
	cases := slices.Clone(after.Scenarios)
	slices.SortStableFunc(cases, reports.ByFeature)
	for _, now := range cases {
		now.Status = now.Plainly()
		was, known := old[now.ID]
		delete(old, now.ID)
		kind := kindOf(was, now)
		switch {
		case !known && kind != Fails:
			out.Added++
		case kind == "":
			out.Same++
		default:
			out.Changes = append(out.Changes, Change{kind, was, now, gates(kind, now, after.Plan.Level)})
		}
	}
	out.Missing = len(old)
	for _, f := range after.Found {
		if !slices.ContainsFunc(before.Found, func(was reports.Finding) bool {
			return was.Case == f.Case && was.Operation == f.Operation && was.Respect == f.Respect
		}) && !slices.ContainsFunc(before.Scenarios, func(was reports.Scenario) bool { return was.ID == f.Case && was.Plainly() == reports.Failed }) {
			out.Once = append(out.Once, f)
		}
	}
	return out
}

// kindOf returns how a case changed; empty if it did not change.
func kindOf(was, now reports.Scenario) Kind {
	judged := func(s reports.Scenario) bool { return s.Status == reports.Passed || s.Status == reports.Failed }
	switch {
	case now.Status == reports.Failed && was.Status == reports.Failed:
		return map[reports.Relation]Kind{reports.Same: "", reports.Less: Mended, reports.Worse: Worse, reports.Otherwise: Otherwise}[reports.MannerOf(now).Against(reports.MannerOf(was))]
	case now.Status == reports.Failed:
		return Fails
	case now.Status == reports.Passed && was.Status == reports.Failed:
		return Fixed
	case judged(was) && !judged(now):
		return Lost
	case !judged(was) && judged(now):
		return Gained
	case was.Status != now.Status || was.Status == reports.Recorded && reports.MannerOf(was).String() != reports.MannerOf(now).String():
		return Answer
	}
	return ""
}

// gates reports whether a change is for the worse, at a level that counts.
func gates(k Kind, now reports.Scenario, level string) bool {
	switch k {
	case Fails, Worse, Otherwise:
		return reports.Gates(now.GatingLevel(), level)
	case Lost:
		return now.Status != reports.Recorded && reports.Gates(now.Level, level)
	}
	return false
}

// Of returns the changes of one kind; failures are in the order of all reports, the
// worst first.
func (r Result) Of(k Kind) []Change {
	var out []Change
	for _, c := range r.Changes {
		if c.Kind == k {
			out = append(out, c)
		}
	}
	if k == Fails || k == Worse || k == Otherwise {
		worse := baseline.Without(r.New).WorstFirst()
		slices.SortStableFunc(out, func(a, b Change) int { return worse(a.New, b.New) })
	}
	return out
}

// Outcome returns the meaning of the new result for a gate: Deviates if something that
// counts became worse, Unknown if something that counts was no longer judged, or was
// found and not shown again, or the new run is incomplete.
func (r Result) Outcome() reports.Outcome {
	out := reports.Conforms
	if r.New.Incomplete || r.New.Stopped != "" || r.New.Summary.Blocked+r.New.Summary.Error > 0 {
		out = reports.Unknown
	}
	if slices.ContainsFunc(r.Once, func(f reports.Finding) bool { return reports.Gates(f.Level, r.New.Plan.Level) }) {
		out = reports.Unknown
	}
	for _, c := range r.Changes {
		switch {
		case !c.Gates:
		case c.Kind == Lost:
			out = max(out, reports.Unknown)
		default:
			return reports.Deviates
		}
	}
	if r.Same+len(r.Changes) == 0 {
		return reports.Unknown // nothing was compared
	}
	return out
}
