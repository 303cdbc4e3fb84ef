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

// setAside keeps a verdict that is to be tried once more when the others are not
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

// fewEnough is how many late cases are repeated beside each other: their waits
// overlap, and so few exchanges make nobody late.
const fewEnough = 32

// repeatAlone tries the cases that were set aside once more, when nothing else runs:
// each alone, or a few late ones together, since they mostly wait.
func (r *run) repeatAlone(ctx context.Context, play func(keep func(plan.Case) bool) error) error {
	r.repeating, r.again = true, r.again+1
	var cases []plan.Case
	for _, c := range r.cfg.Plan.Cases {
		if _, found := r.aside[c.ID]; found {
			cases = append(cases, c)
		}
	}
	// Late ones are neighbours, to be repeated together. Who lets time pass comes last:
	// the others may show that it would be in vain.
	slices.SortStableFunc(cases, func(a, b plan.Case) int {
		if late := r.aside[a.ID].late; late != r.aside[b.ID].late {
			return map[bool]int{true: -1, false: 1}[late]
		}
		return int(a.Wait() - b.Wait())
	})
	inVain := map[string]int{}
	recovered := false // a late case was in time when it was repeated
	for len(cases) > 0 && ctx.Err() == nil {
		group := 1
		if recovered && r.aside[cases[0].ID].late {
			for group < min(len(cases), fewEnough) && r.aside[cases[group].ID].late {
				group++
			}
		}
		began, now := time.Now(), map[string]bool{}
		for i, c := range cases[:group] {
			was := r.aside[c.ID]
			if inVain[r.cause(was)] >= slowEnough {
				if was.late {
					was.first.Reason += "; it was not repeated, because others were as late alone"
				}
				r.file(was.first)
				continue
			}
			r.tell(Progress{Alone: len(cases) - i})
			if now[c.ID] = true; was.late {
				r.late.Cases++
			}
		}
		if len(now) > 0 {
			if err := play(func(c plan.Case) bool { return now[c.ID] }); err != nil {
				return err
			}
		}
		for i, c := range cases[:group] {
			was := r.aside[c.ID]
			if i == 0 && was.late {
				r.late.Seconds += time.Since(began).Seconds()
			}
			switch sc, ok := r.results[c.ID]; {
			case !ok || !now[c.ID]: // interrupted, or not played
			case sc.Status == was.first.Status:
				inVain[r.cause(was)]++
			default:
				inVain[r.cause(was)] = 0
				recovered = recovered || was.late
			}
		}
		cases = cases[group:]
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
