package certificate

import (
	"ifmatch/loadgen/check"
	"ifmatch/reports/load"
)

// Verdict is the verdict of a check as reports show it, with the certificates of
// the first few violations: one of every resource before the second of any.
func (o Origin) Verdict(v check.Verdict, certificates int) load.Verdict {
	out := load.Verdict{
		State:       string(v.State),
		Why:         v.Why,
		Operations:  v.Operations,
		Keys:        v.Keys,
		Seconds:     v.Seconds,
		Violations:  v.Violations,
		More:        v.More,
		Observed:    v.Observed,
		NotObserved: v.NotObserved,
		Assumptions: v.Assumptions,
	}
	for round, more := 0, true; more; round++ {
		more = false
		for _, r := range v.Results {
			if len(out.Certificates) == certificates {
				return out
			}
			if round < len(r.Violations) {
				out.Certificates = append(out.Certificates, o.Of(r.Violations[round]))
				more = true
			}
		}
	}
	return out
}
