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
	*docket
	held    map[string]reports.Scenario // by id: the verdict in company
	alone   map[string]reports.Scenario // the same of those that have been tried alone
	playing string                      // the one that is tried alone now; empty: none
	vain    map[string]int              // by cause: how many in a row failed in the same way alone
}

// hold keeps back the verdict of a case that could not be set up in company. A case on
// servers of its own has no company.
func (s *suspects) hold(sc *reports.Scenario) bool {
	if _, was := s.alone[sc.ID]; was || sc.Status != reports.Blocked || !s.cfg.Shared {
		return false
	}
	s.held[sc.ID] = *sc
	return true
}

// next is the next case that is tried alone. The cases that let time pass come last:
// the others may show that repeating does not help.
func (s *suspects) next() Round {
	ids := inOrder(s.docket, s.held)
	slices.SortStableFunc(ids, func(a, b string) int { return int(s.caseOf(a).Wait() - s.caseOf(b).Wait()) })
	for i, id := range ids {
		sc := s.held[id]
		delete(s.held, id)
		if s.vain[s.cause(sc)] >= severalCases {
			s.file(sc)
			continue
		}
		s.alone[id], s.playing = sc, id
		return Round{Cases: []string{id}, Alone: true, Why: Company, Left: len(ids) - i, Waits: s.waits(ids[i+1:], 1)}
	}
	return Round{}
}

// conclude notes whether it helped that a case ran alone.
func (s *suspects) conclude() {
	if s.playing == "" {
		return
	}
	first := s.alone[s.playing]
	sc, filed := s.filed[s.playing]
	s.playing = ""
	switch cause := s.cause(first); {
	case !filed: // it was interrupted
	case sc.Status == first.Status:
		s.vain[cause]++
	default:
		s.vain[cause] = 0
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
func (s *suspects) cause(sc reports.Scenario) string {
	doing, why, found := strings.Cut(sc.Reason, ": ")
	if !found {
		why = doing
	}
	return regexp.MustCompile(`\S*`+regexp.QuoteMeta(s.cfg.Run)+`\S*`).ReplaceAllString(why, "…")
}
