package lease

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reports/figure"
)

// failed handles an operation that nothing explains.
func (c *checker) failed(f bounds.Failure[tenancy]) {
	if f.Unproved {
		c.gaveUp++
		return
	}
	c.res.Report(c.violation(f))
}

// violation words the contradiction between an operation and the state of the lease that
// it must have found.
func (c *checker) violation(f bounds.Failure[tenancy]) finding.Violation {
	op, was := f.Op, f.Before[0]
	if was.Running && was.Until[1] < op.Event.Invoke { // its time was up, and the answer knows nothing of it
		was.State, was.Since, was.Running = c.rules.Expire(was.State), was.Until, false
	}
	s := story{rules: c.rules, e: op.Event, was: was, t: was.State}
	rule, deed := s.tell()
	sentence := s.e.Who() + " " + deed
	if s.e.Op == history.Acquire && s.refused() && s.t.mode == expired && !s.rules.container && s.e.Invoke-s.was.Since[1] <= c.rules.Minute() {
		sentence += finding.Allowed("a lease that ran out may stand in the way for up to a minute", "BLOB-LEASE-67")
	}
	if op.By != nil {
		sentence += fmt.Sprintf("; %s had read by then what was written", op.By.Who())
	}
	if op.After != nil {
		sentence += fmt.Sprintf("; %s still read what was replaced", op.After.Who())
	}
	role := "was accepted all the same"
	if s.refused() {
		role = "was refused all the same"
	}
	return finding.Broken(rule, sentence, s.clauses(), finding.Did(s.e, role), did(was.Clock), did(was.By),
		finding.Did(op.By, "read what was written"), finding.Did(op.After, "read what was replaced")).Beside(f.Against).Closed()
}

// contradictions are, by what was done, the rules that it breaks, and what is said of it: before "although", unless it ends otherwise.
var contradictions = []row{
	{"A", "+", []string{"two holders", "was given the lease"}},
	{"N", "+", []string{"lost lease renewed", "could renew its lease"}},
	{"C", "+", []string{"lost lease changed", "could change the id of its lease"}},
	{"R", "+", []string{"lost lease released", "could release its lease"}},
	{"B", "+", []string{"no lease broken", "could break the lease"}},
	{"", "+0", []string{"write without the lease id", "could {verb} without a lease id"}},
	{"", "+o", []string{"ended lease accepted", "could {verb} under its lease id"}},
	{"", "+", []string{"foreign lease id accepted", "could {verb} under a lease id that was not the holder's:"}},
	{"A", "-", []string{"free lease refused", "was refused the lease"}},
	{"B", "-", []string{"break refused", "was told that there is no lease to break"}},
	{"NCR", "-o", []string{"holder refused", "was refused its own lease"}},
	{"", "-0s", []string{"shared use refused", "could not {verb} without a lease id, which needs none."}},
	{"", "-0", []string{"write refused without a lease", "was refused a write without a lease id"}},
	{"", "-o", []string{"holder refused", "could not {verb} under its lease id"}},
	{"", "-", []string{"lease refused", "was refused"}},
}

// tell returns the rule that was broken, and says what was done.
func (s story) tell() (rule, deed string) {
	says := s.of(contradictions)
	verb := cmp.Or(map[rune]string{'r': "read", 'd': "delete"}[kinds[s.e.Op]], "write")
	deed, alone := strings.CutSuffix(strings.ReplaceAll(says[1], "{verb}", verb), ".")
	switch {
	case alone:
		return says[0], deed
	case strings.HasSuffix(deed, ":"):
		return says[0], deed + " " + s.state()
	}
	return says[0], deed + " although " + s.state()
}

// state describes the lease, as a clause that follows "although".
func (s story) state() string {
	by, holder := s.was.By, s.holder()
	switch {
	case s.t.mode == available && by == nil:
		return "nobody had ever acquired it"
	case s.t.mode == available && by.Op == history.Release:
		return by.Who() + " had released it"
	case s.t.mode == available && by.Outcome == history.Refused:
		return by.Who() + " had been refused as if nobody held it"
	case s.t.mode == available && by.Op == history.Delete:
		return by.Who() + " had deleted what was leased"
	case s.t.mode == available:
		return by.Who() + " had written without a lease id after the lease had ended"
	case s.t.mode == broken:
		return "it was broken" + s.ended()
	case s.t.mode == expired:
		return "the lease of " + holder + " had run out" + s.ended()
	case s.t.mode == breaking:
		return "the lease of " + holder + " was being broken, which could not end" + s.end()
	case s.t.span == history.Infinite:
		return holder + " held it without end"
	case s.was.Clock == nil || !s.was.Running:
		return holder + " held it"
	}
	return fmt.Sprintf("%s held it for %s, which could not end%s", holder, figure.Duration(time.Duration(s.t.span)), s.end())
}

// holder is the client that held the lease.
func (s story) holder() string {
	by, clock := s.was.By, s.was.Clock
	switch {
	case by != nil && by.Op != history.Break:
		return by.Who()
	case clock != nil:
		return clock.Who()
	}
	return "somebody"
}

// end says how much later the lease could run out at the earliest.
func (s story) end() string {
	if s.was.Until[0] > s.e.Return {
		return " for another " + figure.Duration(time.Duration(s.was.Until[0]-s.e.Return))
	}
	return " by then"
}

// ended says how long ago the lease ended.
func (s story) ended() string {
	if ago := s.e.Invoke - s.was.Since[1]; ago > int64(time.Millisecond) && s.was.Since[1] > 0 {
		return " at least " + figure.Duration(time.Duration(ago)) + " before"
	}
	return ""
}

// did says what an earlier operation proves; e may be nil.
func did(e *history.Event) finding.Evidence {
	if e == nil {
		return finding.Evidence{}
	}
	if e.Outcome == history.Refused {
		return finding.Did(e, "was refused as if nobody held the lease")
	}
	span := " for " + figure.Duration(time.Duration(e.Arg))
	if e.Arg == history.Infinite {
		span = " without end"
	}
	role := map[history.Op]string{
		history.Acquire: "was given the lease" + span, history.Renew: "prolonged the lease" + span, history.Change: "changed the id of the lease",
		history.Release: "gave the lease back", history.Break: "broke the lease", history.Delete: "deleted what was leased, and the lease with it",
	}[e.Op]
	if role != "" {
		return finding.Did(e, role)
	}
	if e.Lease != history.None {
		return finding.Did(e, "used the lease")
	}
	return finding.Did(e, "wrote without a lease id, which ends an expired lease for good")
}
