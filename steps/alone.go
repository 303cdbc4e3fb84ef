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

// setAside keeps a verdict back so that its case can be tried once more while no other
// case runs: the rest of the suite may have made the case late or broken its set-up.
// A case on servers of its own has no company.
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

// fewEnough is how many late cases are repeated side by side: their waits overlap, and so
// few exchanges make no case late.
const fewEnough = 32

// repeatAlone retries the cases that were set aside, while nothing else runs: each alone,
// or a few late ones together, since they mostly wait.
func (r *run) repeatAlone(ctx context.Context, play func(keep func(plan.Case) bool) error) error {
	r.repeating, r.again = true, r.again+1
	var cases []plan.Case
	for _, c := range r.cfg.Plan.Cases {
		if _, found := r.aside[c.ID]; found {
			cases = append(cases, c)
		}
	}
	// Late cases are kept together, so that they can be repeated together. The cases that let
	// time pass come last: the others may show that repeating does not help.
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
					was.first.Reason += "; it was not repeated, because other cases were just as late when they ran alone"
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

// cause is what the cases set aside for one reason have in common: the reason, without what
// they were about to prepare and without their own names.
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
