package court

import (
	"math"

	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"
)

// Play is one play of a case, as the court hears it.
type Play struct {
	Case plan.Case
	// Verdict is that of the steps; nil: the play was interrupted.
	Verdict *verdict.Verdict
	// Interrupted: the run ended meanwhile. An answer half read was cut short and proves nothing.
	Interrupted bool
	// Clear: no transient answer, and no page, had come when the verdict was found.
	Clear      bool
	Met        verdict.Weather
	Credential Credential
	// Setup are the findings of the set-up and of the readings before the last act, Shown those
	// that first showed in the readings after an act that was accepted.
	Setup, Shown []verdict.Finding
	Seconds      float64
	// Rounds are those of a race; nil: not counted.
	Rounds *reports.Rounds
	// Exchanges returns the first n exchanges, or all if there are fewer; nil: there are none.
	Exchanges func(n int) []reports.Exchange
}

// Credential is what answers said about the credential, or a proxy, rather than the service.
type Credential struct {
	Ended    string // why the credential has ended; empty: it has not
	Withheld string // a permission that the account grants to no client
	Limited  bool   // a proxy in front of the service refused a request for its size
}

// limited is the reason of an error that a proxy caused.
const limited = "a proxy in front of the service limits the size of requests: it answered 413 with an HTML page (nginx: raise client_max_body_size)"

// Excused is the verdict that the credential, or a proxy in front of the service, calls for.
func (p Play) Excused() *verdict.Verdict {
	v := p.Verdict
	switch cr := p.Credential; {
	case cr.Ended != "":
		return &verdict.Verdict{Status: reports.Error, Reason: "the credential ended: " + cr.Ended}
	case v == nil:
		return nil
	case cr.Limited:
		// Even a refusal that was promised did not come from the service.
		return &verdict.Verdict{Status: reports.Error, Reason: limited}
	case cr.Withheld != "" && v.Status != reports.Passed:
		return verdict.NeedsPermission(cr.Withheld)
	}
	return v
}

// judged is the verdict on the case by itself, in the form of the result; nil if there is none.
// All keeps the exchanges of every case, not only where something is to be explained.
func (p Play) judged(all bool) *reports.Scenario {
	v := p.Excused()
	if v == nil || p.Interrupted && p.Credential.Ended == "" && v.Status != reports.Passed {
		return nil
	}
	sc := Told(p.Case, v)
	sc.Seconds, sc.Rounds = p.Seconds, p.Rounds
	if sc.Rounds != nil && sc.Status == reports.Failed {
		sc.Rounds.Failed = 1
	}
	if p.Case.Open && (v.Status == reports.Passed || v.Status == reports.Failed) {
		sc.Status = reports.Recorded
		if v.Status == reports.Passed {
			sc.Reason = "the clause is undocumented; the target answered as the case supposes"
		}
	}
	if p.Exchanges != nil && (all || sc.Status != reports.Passed && sc.Status != reports.Skipped) {
		sc.Exchanges = p.Exchanges(math.MaxInt)
	}
	return &sc
}

// late reports whether the verdict rests on the suite's own lateness.
func (p Play) late() bool { return p.Verdict != nil && p.Verdict.Late }

// Told turns the verdict on a case into the form of the result.
func Told(c plan.Case, v *verdict.Verdict) reports.Scenario {
	return reports.Scenario{ID: c.ID, Name: c.Title(), Chance: c.Chance(), Feature: c.Feature, Line: c.Line, Clauses: c.Clauses,
		Level: c.Level, Service: c.Service, Status: v.Status, Reason: v.Reason, Want: v.Want, Got: v.Got,
		Differs: v.Differs, CodeLevel: v.CodeLevel, Lacks: v.Lacks, Operation: v.Operation, Respect: v.Respect}
}
