package lease

import (
	"fmt"
	"time"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// failed takes an operation that nothing explains.
func (c *checker) failed(f bounds.Failure[tenancy]) {
	if f.Doubt {
		c.doubts++
		return
	}
	c.res.Report(c.violation(f.Op, f.Before[0]))
}

// violation words the contradiction between an operation and the state of the
// lease that it must have found.
func (c *checker) violation(op *bounds.Op, was bounds.Trace[tenancy]) finding.Violation {
	e := op.Event
	s := story{c: c, op: op, e: e, was: was, t: was.State}
	rule, sentence := s.tell()
	if e.Op == history.Acquire && e.Outcome == history.Refused && s.t.mode == expired && !c.rules.container {
		sentence += finding.Allowed("a lease that ran out may stand in the way for up to a minute", "BLOB-LEASE-67")
	}
	if s.op.By != nil {
		sentence += fmt.Sprintf("; %s had read by then what was written", s.op.By.Who())
	}
	if s.op.After != nil {
		sentence += fmt.Sprintf("; %s still read what was replaced", s.op.After.Who())
	}
	v := finding.Violation{Rule: rule, Sentence: sentence, Clauses: s.clauses()}
	v.Evidence = s.evidence()
	return v.Closed()
}

// tell names the rule and says what happened.
func (s story) tell() (rule, sentence string) {
	who, state := s.e.Who(), s.state()
	own := s.t.mode != available && s.t.id == s.e.Lease
	if s.e.Outcome == history.Refused {
		return s.refusal(who, state, own)
	}
	switch s.e.Op {
	case history.Acquire:
		return "two holders", fmt.Sprintf("%s was given the lease although %s", who, state)
	case history.Renew:
		return "lost lease renewed", fmt.Sprintf("%s could renew its lease although %s", who, state)
	case history.Change:
		return "lost lease changed", fmt.Sprintf("%s could change the id of its lease although %s", who, state)
	case history.Release:
		return "lost lease released", fmt.Sprintf("%s could release its lease although %s", who, state)
	case history.Break:
		return "no lease broken", fmt.Sprintf("%s could break the lease although %s", who, state)
	}
	does := "could " + verb(s.e.Op)
	switch {
	case s.e.Lease == history.None:
		return "write without the lease id", fmt.Sprintf("%s %s without a lease id although %s", who, does, state)
	case own:
		return "ended lease accepted", fmt.Sprintf("%s %s under its lease id although %s", who, does, state)
	}
	return "foreign lease id accepted", fmt.Sprintf("%s %s under a lease id that was not the holder's: %s", who, does, state)
}

func (s story) refusal(who, state string, own bool) (rule, sentence string) {
	switch {
	case s.e.Op == history.Acquire:
		return "free lease refused", fmt.Sprintf("%s was refused the lease although %s", who, state)
	case s.e.Op == history.Break:
		return "break refused", fmt.Sprintf("%s was told that there is no lease to break although %s", who, state)
	case s.e.Op == history.Renew && own, s.e.Op == history.Change && own, s.e.Op == history.Release && own:
		return "holder refused", fmt.Sprintf("%s was refused its own lease although %s", who, state)
	case s.e.Lease == history.None && (reads(s.e) || s.c.rules.container && s.e.Op != history.Delete):
		return "shared use refused", fmt.Sprintf("%s could not %s without a lease id, which needs none", who, verb(s.e.Op))
	case s.e.Lease == history.None:
		return "write refused without a lease", fmt.Sprintf("%s was refused a write without a lease id although %s", who, state)
	case own:
		return "holder refused", fmt.Sprintf("%s could not %s under its lease id although %s", who, verb(s.e.Op), state)
	}
	return "lease refused", fmt.Sprintf("%s was refused although %s", who, state)
}

func verb(op history.Op) string {
	switch op {
	case history.Read, history.GetRange:
		return "read"
	case history.Delete:
		return "delete"
	}
	return "write"
}

// state says what the lease was like, as a clause that follows "although".
func (s story) state() string {
	by, clock := s.was.By, s.was.Clock
	switch s.t.mode {
	case available:
		switch {
		case by == nil:
			return "nobody had ever acquired it"
		case by.Event.Op == history.Release:
			return fmt.Sprintf("%s had released it", by.Event.Who())
		case by.Event.Op == history.Delete:
			return fmt.Sprintf("%s had deleted what was leased", by.Event.Who())
		}
		return fmt.Sprintf("%s had written without a lease id after the lease had ended", by.Event.Who())
	case broken:
		return fmt.Sprintf("it was broken%s", s.ended())
	case expired:
		return fmt.Sprintf("the lease of %s had run out%s", s.holder(), s.ended())
	case breaking:
		return fmt.Sprintf("the lease of %s was being broken, which could not end%s", s.holder(), s.end())
	}
	if s.t.span == history.Infinite {
		return fmt.Sprintf("%s held it without end", s.holder())
	}
	if clock == nil || !s.was.Running {
		return fmt.Sprintf("%s held it", s.holder())
	}
	return fmt.Sprintf("%s held it for %s, which could not end%s", s.holder(), time.Duration(s.t.span), s.end())
}

// holder is the client that the lease was granted to.
func (s story) holder() string {
	for _, op := range []*bounds.Op{s.was.By, s.was.Clock} {
		if op != nil && op.Event.Op != history.Break {
			return op.Event.Who()
		}
	}
	if s.was.Clock != nil {
		return s.was.Clock.Event.Who()
	}
	return "somebody"
}

// end is the earliest instant at which the lease could run out.
func (s story) end() string {
	if s.was.Until[0] > s.e.Return {
		return fmt.Sprintf(" for another %s", time.Duration(s.was.Until[0]-s.e.Return).Round(time.Millisecond))
	}
	return " by then"
}

// ended is how long ago a lease ended.
func (s story) ended() string {
	if ago := s.e.Invoke - s.was.Since[1]; ago > int64(time.Millisecond) && s.was.Since[1] > 0 {
		return fmt.Sprintf(" at least %s before", time.Duration(ago).Round(time.Millisecond))
	}
	return ""
}

// evidence is the operation with those that prove the state before it.
func (s story) evidence() []finding.Evidence {
	out := []finding.Evidence{{Event: *s.e, Role: s.role()}}
	for _, op := range []*bounds.Op{s.was.Clock, s.was.By} {
		if op == nil || op.Event == s.e || len(out) > 1 && op.Event.Client == out[1].Event.Client && op.Event.Seq == out[1].Event.Seq {
			continue
		}
		out = append(out, finding.Evidence{Event: *op.Event, Role: before(op.Event)})
	}
	if s.op.By != nil {
		out = append(out, finding.Evidence{Event: *s.op.By, Role: "read what was written"})
	}
	if s.op.After != nil {
		out = append(out, finding.Evidence{Event: *s.op.After, Role: "read what was replaced"})
	}
	return out
}

func (s story) role() string {
	if s.e.Outcome == history.Refused {
		return "was refused all the same"
	}
	return "was accepted all the same"
}

// before is what an earlier operation proves.
func before(e *history.Event) string {
	switch e.Op {
	case history.Acquire:
		return "was given the lease" + span(e.Arg)
	case history.Renew:
		return "prolonged the lease" + span(e.Arg)
	case history.Change:
		return "changed the id of the lease"
	case history.Release:
		return "gave the lease back"
	case history.Break:
		return "broke the lease"
	case history.Delete:
		return "deleted what was leased, and the lease with it"
	}
	return "wrote without a lease id, which ends an expired lease for good"
}

func span(d int64) string {
	if d == history.Infinite {
		return " without end"
	}
	return " for " + time.Duration(d).String()
}
