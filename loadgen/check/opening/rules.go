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
		s.seen(SeenOpenings)
		for _, y := range s.beside {
			// Both were there for sure at one moment, at which neither closed the other out.
			if y != x && y.smb && y.sure() && x.sure() && !agrees(x, y) && y.event.Invoke <= x.event.Invoke && max(x.since, y.since) < min(x.until, y.until) {
				s.violated(together(y, x))
				return
			}
		}
	}
	if by := s.covering(x); by != nil {
		s.violated(past(x, by))
		return
	}
	if !x.smb && x.access == history.WriteAccess {
		for _, y := range s.beside {
			if y.smb && y.sure() && y.access != 0 && agrees(x, y) && y.since < x.event.Invoke && x.event.Return < y.until {
				s.seen(SeenBeside)
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
		s.seen(SeenRefused)
	case x.event.Op == history.PutRange:
		s.seen(SeenDenied)
	default:
		s.seen(SeenHidden)
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
	s.violated(groundless(x))
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

// done is what a request over REST did.
func done(x *entry) string {
	if x.event.Op == history.PutRange {
		return "written"
	}
	return "read"
}

// past says that a request got through share modes that deny it.
func past(x *entry, by []*entry) finding.Violation {
	y := by[0]
	v := finding.Violation{}
	if x.smb {
		v = finding.Violation{
			Rule: "opening past a share mode",
			Sentence: fmt.Sprintf("%s was let open the file for %s and share %s while %s had it open for %s and shared %s",
				x.event.Who(), history.KindsText(x.access), history.KindsText(x.share), y.event.Who(), history.KindsText(y.access), history.KindsText(y.share)),
			Clauses: []string{"FILE-SMB-12", "FILE-SMB-08"},
		}
	} else {
		v = finding.Violation{
			Rule: map[string]string{"written": "write past a share mode", "read": "read past a share mode"}[done(x)],
			Sentence: fmt.Sprintf("the file was %s by %s over REST while %s had it open over SMB for %s and shared %s",
				done(x), x.event.Who(), y.event.Who(), history.KindsText(y.access), history.KindsText(y.share)),
			Clauses: map[string][]string{"written": {"FILE-SMB-05", "FILE-SMB-15", "FILE-SHR-10"}, "read": {"FILE-SMB-14", "FILE-SHR-10"}}[done(x)],
		}
	}
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
		Rule: "opening past a share mode",
		Sentence: fmt.Sprintf("%s had the file open for %s and shared %s, and %s for %s and shared %s: one of them should have been refused",
			y.event.Who(), history.KindsText(y.access), history.KindsText(y.share), x.event.Who(), history.KindsText(x.access), history.KindsText(x.share)),
		Clauses:  []string{"FILE-SMB-12", "FILE-SMB-08"},
		Evidence: append(held(y), held(x)...),
	}
}

// groundless says that nothing was open that a refusal could be for.
func groundless(x *entry) finding.Violation {
	v := finding.Violation{
		Rule:     "refused without an opening",
		Sentence: fmt.Sprintf("%s was refused for a share mode, although nobody had the file open in a way that denies it", x.event.Who()),
		Clauses:  []string{"FILE-SMB-06", "FILE-SMB-13", "FILE-SHR-09"},
		Evidence: []finding.Evidence{{Event: x.event, Role: "was refused"}},
	}
	if x.smb {
		v.Sentence = fmt.Sprintf("%s was refused to open the file for %s and share %s, although nobody had it open in a way that denies that", x.event.Who(), history.KindsText(x.access), history.KindsText(x.share))
		v.Clauses = []string{"FILE-SMB-12", "FILE-SMB-03"}
	}
	return v.Closed()
}
