package opening

import (
	"fmt"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// What Result.Observed counts.
const (
	SeenOpenings = "openings over SMB"
	SeenRefused  = "openings refused for a share mode"
	SeenDenied   = "writes refused for a share mode"
	SeenHidden   = "reads refused for a share mode"
	SeenBeside   = "writes beside an opening that shares writing"
)

// Stream judges the events of one file. It ignores events that neither open nor use the file.
type Stream struct {
	code    func(uint16) string // the texts of error codes
	fates   map[uint64]*fate    // by the groups of the openings
	pending []*entry            // not judged yet
	beside  []*entry            // entries that may still be there beside one to be judged
	lasting [kindsOf]*entry     // the first entry of each kind whose end nobody knows
	suspicion
	result finding.Result
}

// mostCovering is how many openings, one after the other, may together leave an operation no free moment.
const mostCovering = 3

// admitted judges an operation that succeeded: there must have been a moment for it.
func (s *Stream) admitted(x *entry) {
	if x.smb {
		s.result.Observed[SeenOpenings]++
		for _, y := range s.beside {
			// Both were certainly there at one moment, and neither kept the other out.
			if y != x && y.sure() && x.sure() && !agrees(x, y) && y.event.Invoke <= x.event.Invoke && max(x.since, y.since) < min(x.until, y.until) {
				s.result.Report(together(y, x))
				return
			}
		}
	}
	if by := s.covering(x); by != nil {
		s.result.Report(past(x, by))
		return
	}
	around := func(y *entry) bool {
		return y.sure() && y.access != 0 && agrees(x, y) && y.since < x.event.Invoke && x.event.Return < y.until
	}
	if !x.smb && x.access == history.WriteAccess && slices.ContainsFunc(s.beside, around) {
		s.result.Observed[SeenBeside]++
	}
}

// covering are openings that do not agree with x, one of which was there at each moment of x; nil if a moment was free.
func (s *Stream) covering(x *entry) (by []*entry) {
	for at := x.event.Invoke; len(by) < mostCovering; {
		var best *entry
		for _, y := range s.beside {
			if y == x || !y.sure() || agrees(x, y) || y.since >= at || y.until <= at || best != nil && y.until <= best.until {
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

// refused judges an operation that was refused for a share mode: an opening must have denied it.
func (s *Stream) refused(x *entry) {
	switch {
	case x.smb:
		s.result.Observed[SeenRefused]++
	case x.event.Op == history.PutRange:
		s.result.Observed[SeenDenied]++
	default:
		s.result.Observed[SeenHidden]++
	}
	denies := func(y *entry) bool { return y != nil && y != x && y.from <= x.event.Return && !agrees(x, y) }
	there := func(y *entry) bool { return denies(y) && x.event.Invoke <= y.to }
	if !slices.ContainsFunc(s.lasting[:], denies) && !slices.ContainsFunc(s.beside, there) {
		s.blame(x)
	}
}

// asked says what an opening was to be for, and what it was to share.
func (x *entry) asked() string {
	return fmt.Sprintf("open the file for %s and share %s", history.KindsText(x.access), history.KindsText(x.share))
}

// openUntil is the evidence that an opening was there.
func openUntil(y *entry) []finding.Evidence {
	role := "closed it only here"
	if y.proof.Op != history.Closing {
		role = "still had it open"
	}
	opened := fmt.Sprintf("opened it for %s, and shared %s", history.KindsText(y.access), history.KindsText(y.share))
	return []finding.Evidence{finding.Did(&y.event, opened), finding.Did(y.proof, role)}
}

// past reports an operation that got through share modes which deny it.
func past(x *entry, by []*entry) finding.Violation {
	who := x.event.Who()
	rule, clauses := "read past a share mode", []string{"FILE-SMB-14", "FILE-SHR-10"}
	what, over := "the file was read by "+who+" over REST", " over SMB"
	switch {
	case x.smb:
		rule, clauses = "opening past a share mode", []string{"FILE-SMB-12", "FILE-SMB-08"}
		what, over = who+" was let "+x.asked(), ""
	case x.event.Op == history.PutRange:
		rule, clauses = "write past a share mode", []string{"FILE-SMB-05", "FILE-SMB-15", "FILE-SHR-10"}
		what = "the file was written by " + who + " over REST"
	}
	sentence := fmt.Sprintf("%s while %s had it open%s %s", what, by[0].event.Who(), over, by[0].had())
	if len(by) > 1 {
		sentence += fmt.Sprintf(", or, without a moment between them, another of %d that denied it", len(by))
	}
	var of []finding.Evidence
	for _, y := range by {
		of = append(of, openUntil(y)...)
	}
	return finding.Broken(rule, sentence, clauses, append(of, finding.Did(&x.event, "was let through"))...)
}

// together reports two openings that were there at once and do not agree.
func together(y, x *entry) finding.Violation {
	sentence := fmt.Sprintf("%s had the file open %s, and %s %s: one of them should have been refused", y.event.Who(), y.had(), x.event.Who(), x.had())
	return finding.Broken("opening past a share mode", sentence, []string{"FILE-SMB-12", "FILE-SMB-08"}, append(openUntil(y), openUntil(x)...)...)
}

// groundless reports a refusal for which nothing was open.
func groundless(x *entry) finding.Violation {
	sentence, clauses := x.event.Who()+" was refused for a share mode, although nobody had the file open in a way that denies it",
		[]string{"FILE-SMB-06", "FILE-SMB-13", "FILE-SHR-09"}
	if x.smb {
		sentence = fmt.Sprintf("%s was refused to %s, although nobody had it open in a way that denies that", x.event.Who(), x.asked())
		clauses = []string{"FILE-SMB-12", "FILE-SMB-03"}
	}
	return finding.Broken("refused without an opening", sentence, clauses, finding.Did(&x.event, "was refused")).Closed()
}

// violation reports a refusal, or a closing if it explains several.
func (l *unexplained) violation() finding.Violation {
	first, last := l.refused[0], l.refused[len(l.refused)-1]
	if first == last {
		return groundless(first)
	}
	y := l.suspects[len(l.suspects)-1]
	sentence := fmt.Sprintf("%s had the file open %s and closed it, and others were refused all the same, as if it were still open", y.event.Who(), y.had())
	if n := len(l.suspects) - 1; n > 0 {
		sentence += fmt.Sprintf("; %d other closed handles would explain that too", n)
	}
	return finding.Broken("handle left open", sentence, []string{"FILE-SMB-03", "FILE-SMB-06"}, append(openUntil(y),
		finding.Did(&first.event, "was refused"), finding.Did(&last.event, "was refused"))...).Closed()
}

// A handle that stays open when it is closed keeps others out until its session ends. That is one mistake, however many
// requests are refused for it. So a refusal that no open handle explains may be the fault of a closing: of any handle that
// denies the request, if nothing that this handle denies succeeded since it was closed.

// mostClosed is how many closed handles are suspected at most: the last ones.
const mostClosed = 256

// unexplained are refusals that one closed handle explains.
type unexplained struct {
	suspects []*entry // each of them would explain all the refusals
	refused  []*entry
}

// suspicion is what is known of closings that were not done.
type suspicion struct {
	closed   []*entry      // handles that were closed
	refusals []unexplained // refusals without an open handle, with the closed ones that explain them
}

// close adds a handle to those that were closed.
func (s *suspicion) close(x *entry) {
	if x.smb && x.won && x.closed() && x.access != 0 {
		if len(s.closed) == mostClosed {
			s.closed = slices.Delete(s.closed, 0, 1)
		}
		s.closed = append(s.closed, x)
	}
}

// leftOpen reports whether y would have denied x, had it not been closed before.
func leftOpen(x, y *entry) bool { return y.to < x.event.Invoke && !agrees(x, y) }

// clear drops suspicions that an operation that succeeded disproves.
func (s *suspicion) clear(x *entry) {
	s.closed = slices.DeleteFunc(s.closed, func(y *entry) bool { return leftOpen(x, y) })
}

// blame looks for a closed handle that explains a refusal, preferably one that explains others as well.
func (s *suspicion) blame(x *entry) {
	suspects := slices.DeleteFunc(slices.Clone(s.closed), func(y *entry) bool { return !leftOpen(x, y) })
	for k := range s.refusals {
		l := &s.refusals[k]
		if both := slices.DeleteFunc(slices.Clone(l.suspects), func(y *entry) bool { return !slices.Contains(suspects, y) }); len(both) > 0 {
			l.suspects, l.refused = both, append(l.refused[:1], x)
			return
		}
	}
	s.refusals = append(s.refusals, unexplained{suspects, []*entry{x}})
}
