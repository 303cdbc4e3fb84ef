package opening

import (
	"fmt"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// mostCovering is of how many openings, one after the other, it is tried to show that they left no moment free.
const mostCovering = 3

// admitted judges what succeeded: there must have been a moment for it.
func (s *Stream) admitted(x *entry) {
	if x.smb {
		s.result.Observed[SeenOpenings]++
		for _, y := range s.beside {
			// Both were there for sure at one moment, at which neither closed the other out.
			if y != x && y.smb && y.sure() && x.sure() && !agrees(x, y) && y.event.Invoke <= x.event.Invoke && max(x.since, y.since) < min(x.until, y.until) {
				s.result.Report(together(y, x))
				return
			}
		}
	}
	if by := s.covering(x); by != nil {
		s.result.Report(past(x, by))
		return
	}
	if !x.smb && x.access == history.WriteAccess {
		for _, y := range s.beside {
			if y.smb && y.sure() && y.access != 0 && agrees(x, y) && y.since < x.event.Invoke && x.event.Return < y.until {
				s.result.Observed[SeenBeside]++
				return
			}
		}
	}
}

// covering are openings that do not agree with x, one of which was there at each moment of it. Nil: a moment was free.
func (s *Stream) covering(x *entry) (by []*entry) {
	for at := x.event.Invoke; len(by) < mostCovering; {
		var best *entry
		for _, y := range s.beside {
			if y == x || !y.smb || !y.sure() || agrees(x, y) || y.since >= at || y.until <= at || best != nil && y.until <= best.until {
				continue
			}
			best = y
		}
		if best == nil {
			return nil
		}
		by = append(by, best)
		if at = best.until; at > x.event.Return {
			return by
		}
	}
	return nil
}

// refused judges what was refused for a share mode: there must have been one that denied it.
func (s *Stream) refused(x *entry) {
	switch {
	case x.smb:
		s.result.Observed[SeenRefused]++
	case x.event.Op == history.PutRange:
		s.result.Observed[SeenDenied]++
	default:
		s.result.Observed[SeenHidden]++
	}
	for _, y := range s.lasting {
		if y != nil && y != x && y.from <= x.event.Return && !agrees(x, y) {
			return
		}
	}
	for _, y := range s.beside {
		if y != x && y.from <= x.event.Return && x.event.Invoke <= y.to && !agrees(x, y) {
			return
		}
	}
	s.result.Report(groundless(x))
}

// had says what an opening was for, and what it shared.
func (x *entry) had() string {
	return fmt.Sprintf("for %s and shared %s", history.KindsText(x.access), history.KindsText(x.share))
}

// asked says the same of one that was asked for.
func (x *entry) asked() string {
	return fmt.Sprintf("open the file for %s and share %s", history.KindsText(x.access), history.KindsText(x.share))
}

// held is the evidence that an opening was there.
func held(y *entry) []finding.Evidence {
	role := "closed it only here"
	if y.proof.Op != history.Closing {
		role = "still had it open"
	}
	return []finding.Evidence{
		{Event: y.event, Role: fmt.Sprintf("opened it for %s, and shared %s", history.KindsText(y.access), history.KindsText(y.share))},
		{Event: *y.proof, Role: role},
	}
}

// past says that a request got through share modes that deny it.
func past(x *entry, by []*entry) finding.Violation {
	who := x.event.Who()
	v := finding.Violation{Rule: "read past a share mode", Clauses: []string{"FILE-SMB-14", "FILE-SHR-10"}}
	what, over := "the file was read by "+who+" over REST", " over SMB"
	switch {
	case x.smb:
		v = finding.Violation{Rule: "opening past a share mode", Clauses: []string{"FILE-SMB-12", "FILE-SMB-08"}}
		what, over = who+" was let "+x.asked(), ""
	case x.event.Op == history.PutRange:
		v = finding.Violation{Rule: "write past a share mode", Clauses: []string{"FILE-SMB-05", "FILE-SMB-15", "FILE-SHR-10"}}
		what = "the file was written by " + who + " over REST"
	}
	v.Sentence = fmt.Sprintf("%s while %s had it open%s %s", what, by[0].event.Who(), over, by[0].had())
	if len(by) > 1 {
		v.Sentence += fmt.Sprintf(", or, without a moment between them, another of %d who denied it, too", len(by))
	}
	for _, y := range by {
		v.Evidence = append(v.Evidence, held(y)...)
	}
	v.Evidence = append(v.Evidence, finding.Evidence{Event: x.event, Role: "was let through"})
	return v
}

// together says that two openings were there at once that do not agree.
func together(y, x *entry) finding.Violation {
	return finding.Violation{
		Rule:     "opening past a share mode",
		Sentence: fmt.Sprintf("%s had the file open %s, and %s %s: one of them should have been refused", y.event.Who(), y.had(), x.event.Who(), x.had()),
		Clauses:  []string{"FILE-SMB-12", "FILE-SMB-08"},
		Evidence: append(held(y), held(x)...),
	}
}

// groundless says that nothing was open that a refusal could be for.
func groundless(x *entry) finding.Violation {
	v := finding.Violation{
		Rule:     "refused without an opening",
		Sentence: x.event.Who() + " was refused for a share mode, although nobody had the file open in a way that denies it",
		Clauses:  []string{"FILE-SMB-06", "FILE-SMB-13", "FILE-SHR-09"},
		Evidence: []finding.Evidence{{Event: x.event, Role: "was refused"}},
	}
	if x.smb {
		v.Sentence = fmt.Sprintf("%s was refused to %s, although nobody had it open in a way that denies that", x.event.Who(), x.asked())
		v.Clauses = []string{"FILE-SMB-12", "FILE-SMB-03"}
	}
	return v.Closed()
}
