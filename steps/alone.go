package steps

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"
)

// setAside keeps a verdict that is to be tried once more when no other case is
// running: the rest of the suite may be what made the case late, or broke its set-up.
// On servers of its own a case has no company.
func (r *run) setAside(v *verdict.Verdict, sc reports.Scenario) bool {
	crowded := sc.Status == reports.Blocked && r.cfg.Concurrency > 1 && !r.cfg.Target.Has(target.MovableClock)
	if r.repeating || !v.Late && !crowded {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.aside[sc.ID] = apart{sc, v.Late}
	return true
}

// repeatAlone tries the cases that were set aside once more, each alone.
func (r *run) repeatAlone(ctx context.Context, play func(keep func(plan.Case) bool) error) error {
	r.repeating, r.again = true, r.again+1
	began := time.Now()
	defer func() {
		if r.late.Cases > 0 {
			r.late.Seconds = time.Since(began).Seconds()
		}
	}()
	var cases []plan.Case
	for _, c := range r.cfg.Plan.Cases {
		if _, found := r.aside[c.ID]; found {
			cases = append(cases, c)
		}
	}
	// Who lets time pass comes last: the others may show that it would be in vain.
	slices.SortStableFunc(cases, func(a, b plan.Case) int { return int(a.Wait() - b.Wait()) })
	inVain := map[string]int{}
	for i, c := range cases {
		if ctx.Err() != nil {
			break
		}
		was := r.aside[c.ID]
		cause := r.cause(was)
		if inVain[cause] >= slowEnough {
			if was.late {
				was.first.Reason += "; it was not repeated, because others were as late alone"
			}
			r.file(was.first)
			continue
		}
		r.tell(Progress{Alone: len(cases) - i})
		if was.late {
			r.late.Cases++
		}
		if err := play(func(x plan.Case) bool { return x.ID == c.ID }); err != nil {
			return err
		}
		switch sc, ok := r.results[c.ID]; {
		case !ok: // interrupted
		case sc.Status == was.first.Status:
			inVain[cause]++
		default:
			inVain[cause] = 0
		}
	}
	return nil
}

// cause is what cases have in common that were set aside for the same reason: what
// they were about to prepare, and the names of their own, left out.
func (r *run) cause(was apart) string {
	if was.late {
		return "late"
	}
	doing, why, found := strings.Cut(was.first.Reason, ": ")
	if !found {
		why = doing
	}
	return regexp.MustCompile(`\S*`+regexp.QuoteMeta(r.stage.Names.Run)+`\S*`).ReplaceAllString(why, "…")
}
