package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/internal/judging"
	"ifmatch/internal/nearest"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

// selectorHelp explains selectors for every command that takes them.
const selectorHelp = `A SELECTOR is a glob that matches clause ids, case ids or feature names ("BLOB-TAB-*", "BLOB-TAB-01C/*", "lease_*"; upper or lower case, quoted for the shell), or one of level:must, service:blob, clause:GLOB, case:GLOB, feature:GLOB, step:GLOB, which looks for a sentence of the case ("step:*Put Page*"), and status:failed@FILE, which selects the cases that failed in a stored result. Terms joined by commas must all match; of several selectors, one must match. A selector that matches nothing is an error.`

// selectionFlags choose cases, both for run and for list cases.
type selectionFlags struct {
	services, selects, skips []string
	pairs                    string
}

func (f *selectionFlags) add(a *app, cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.services, "services", nil, "only cases of these services, a `list`: "+strings.Join(serviceNames(), ", "))
	// Arrays, not slices: a comma inside a selector means "and".
	cmd.Flags().StringArrayVar(&f.selects, "select", nil, "only cases that match this `selector` (repeatable)")
	cmd.Flags().StringArrayVar(&f.skips, "skip", nil, "leave out cases that match this `selector` (repeatable)")
	a.choiceFlag(cmd, &f.pairs, "pairs", []string{"some", "all"}, "of the cases in which two operations meet, play `some`, drawn by the seed, or all")
	a.completeFlag(cmd, "services", serviceNames())
	completeFlagWith(cmd, "select", suggesting(a.selectorsLike))
	completeFlagWith(cmd, "skip", suggesting(a.selectorsLike))
}

// plan chooses cases; every mistake in a selector is a usage error.
func (a *app) plan(f selectionFlags, seed int64) (*plan.Plan, error) {
	if err := checkServices(f.services); err != nil {
		return nil, err
	}
	suite, err := a.suite()
	if err != nil {
		return nil, fmt.Errorf("load the suite: %w", err)
	}
	p, err := suite.Select(plan.Selection{
		Select:     f.selects,
		Skip:       f.skips,
		Services:   f.services,
		AllPairs:   f.pairs == "all",
		Seed:       seed,
		ReadResult: a.readRun,
	})
	var misread *plan.Misread
	switch {
	case errors.As(err, &misread):
		return nil, fmt.Errorf("load the suite: %w", err)
	case errors.Is(err, plan.ErrNothingSelected) && strings.Contains(strings.Join(f.selects, " "), "status:"):
		return nil, usage("the result may hold no case with that verdict", err)
	case errors.Is(err, plan.ErrNothingSelected):
		return nil, usage("no case matches the selectors, --skip and --services together", err)
	case err != nil:
		return nil, usage(selectorHint(suite, slices.Concat(f.selects, f.skips), err), err)
	}
	return p, nil
}

// selectorHint names the clauses that a misspelt selector probably meant.
func selectorHint(suite *plan.Suite, selectors []string, err error) string {
	const otherwise = `"ifmatch run --help" explains selectors`
	ids := mapped(suite.Register.Clauses, func(c register.Clause) string { return c.ID })
	for _, s := range selectors {
		if strings.Contains(err.Error(), fmt.Sprintf("%q matches no case", s)) {
			return nearest.Hint(strings.ToUpper(s), ids, otherwise)
		}
	}
	return otherwise
}

// What flags may name.
var (
	serviceNames  = judging.ServiceNames
	checkServices = judging.CheckServices
	requirable    = judging.Requirable
)
