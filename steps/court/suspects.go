package court

import (
	"regexp"
	"slices"
	"strings"

	"ifmatch/reports"
)

// suspects holds the cases whose set-up failed while others used the same server. They are tried
// once more, each alone: if that helps, the company was to blame.
type suspects struct {
	held  map[string]reports.Scenario // by id: the verdict in company
	alone map[string]reports.Scenario // the same of those that have been tried alone
	vain  map[string]int              // by cause: how many in a row failed in the same way alone
}

// crowded keeps back the verdict of a case that could not be set up in company. A case on
// servers of its own has no company.
func (c *Court) crowded(p Play, sc *reports.Scenario) bool {
	s := &c.suspects
	if _, was := s.alone[sc.ID]; was || sc.Status != reports.Blocked || !c.cfg.Shared || c.findings.probed[sc.ID] {
		return false
	}
	s.held[sc.ID] = *sc
	return true
}

// repeatSuspects is the next case that is tried alone. The cases that let time pass come last:
// the others may show that repeating does not help.
func (c *Court) repeatSuspects() Round {
	s := &c.suspects
	ids := held(c, s.held)
	slices.SortStableFunc(ids, func(a, b string) int { return int(c.caseOf(a).Wait() - c.caseOf(b).Wait()) })
	for i, id := range ids {
		sc := s.held[id]
		delete(s.held, id)
		if s.vain[c.cause(sc)] >= severalCases {
			c.file(sc)
			continue
		}
		s.alone[id] = sc
		return Round{Cases: set(id), Apart: true, Alone: len(ids) - i, Left: c.waits(ids[i+1:], 1)}
	}
	return Round{}
}

// concludeSuspects notes whether it helped that a case ran alone.
func (c *Court) concludeSuspects() {
	s := &c.suspects
	if !c.round.Apart {
		return
	}
	for id := range c.round.Cases {
		first, suspected := s.alone[id]
		sc, filed := c.filed[id]
		switch cause := c.cause(first); {
		case !suspected || !filed: // it was interrupted
		case sc.Status == first.Status:
			s.vain[cause]++
		default:
			s.vain[cause] = 0
		}
	}
}

// company notes, for a case that could be set up only alone, what happened when it ran next
// to other cases.
func (s *suspects) company(sc *reports.Scenario) {
	if first, found := s.alone[sc.ID]; found && sc.Status != reports.Blocked && sc.Status != reports.Error {
		sc.Company = first.Reason
	}
}

// cause is what cases that are blocked for one reason have in common: the reason, without what
// they were about to prepare and without their own names.
func (c *Court) cause(sc reports.Scenario) string {
	doing, why, found := strings.Cut(sc.Reason, ": ")
	if !found {
		why = doing
	}
	return regexp.MustCompile(`\S*`+regexp.QuoteMeta(c.cfg.Run)+`\S*`).ReplaceAllString(why, "…")
}
