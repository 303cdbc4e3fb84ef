// Package certificate turns violations found by a check into certificates that people can
// follow. It writes texts instead of numbers, the ids that the requests were sent with, and
// for every operation a line that sends it again. A certificate holds no secret: whoever
// replays an operation signs it.
package certificate

import (
	"fmt"
	"time"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
)

// Verdict is the verdict of a check as reports show it, with up to so many certificates. Every
// resource gets its first certificate before any gets its second.
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

// Of is the certificate of a violation.
func (o Origin) Of(v finding.Violation) load.Certificate {
	c := load.Certificate{Rule: v.Rule, Sentence: v.Sentence, Clauses: v.Clauses, Key: o.key(v.Evidence)}
	for _, e := range v.Evidence {
		c.Steps = append(c.Steps, o.step(e, c.Key))
	}
	return c
}

// step is one operation of a certificate about the resource named about.
func (o Origin) step(of finding.Evidence, about string) load.Step {
	e := &of.Event
	s := load.Step{
		Client:    e.Client,
		Who:       e.Who(),
		Seq:       e.Seq,
		Operation: o.Book.NameText(e.Name),
		Invoke:    time.Duration(e.Invoke),
		Outcome:   e.Outcome.String(),
		Status:    int(e.Status),
		Code:      o.Book.CodeText(e.Code),
		Named:     o.Book.Text(e.If),
		Answered:  o.Book.Text(e.Tag),
		Lease:     o.Book.Text(e.Lease),
		Role:      of.Role,
		RequestID: o.requestID(e),
		Curl:      o.curl(e),
	}
	if key := o.Book.KeyText(e.Key); key != about && e.Op != history.Restart {
		s.Key = key
	}
	if e.Return != history.Open {
		s.Return = new(time.Duration(e.Return))
	}
	if e.Value != 0 {
		client, seq := history.WriterOf(e.Value)
		s.Value = fmt.Sprintf("written by %s, exchange %d", history.ClientName(client), seq)
	}
	return s
}
