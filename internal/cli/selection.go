package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/steps/plan"
)

// selectorHelp explains selectors wherever they can be given.
const selectorHelp = `A SELECTOR is a glob over clause ids, case ids or feature names ("BLOB-TAB-*", "BLOB-TAB-01C/*", "lease_*"; letter case does not matter, quote it from the shell), or one of level:must, service:blob, clause:GLOB, case:GLOB, feature:GLOB and status:failed@FILE, which chooses the cases that failed in a stored result. Terms joined by commas must all hold; several selectors are alternatives. A selector that fits nothing is an error.`

// selectionFlags choose cases, for run and list cases alike.
type selectionFlags struct {
	services, selects, skips []string
}

func (f *selectionFlags) add(a *app, cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.services, "services", nil, "only cases of these services, a `list`: "+strings.Join(serviceNames(), ", "))
	// Arrays, not slices: a comma inside a selector means "and".
	cmd.Flags().StringArrayVar(&f.selects, "select", nil, "only cases that fit this `selector` (repeatable)")
	cmd.Flags().StringArrayVar(&f.skips, "skip", nil, "no cases that fit this `selector` (repeatable)")
	a.completeFlag(cmd, "services", serviceNames())
	a.completeFlagWith(cmd, "select", a.completeSelectors)
	a.completeFlagWith(cmd, "skip", a.completeSelectors)
}

// plan chooses cases; every mistake in a selector is a usage error.
func (a *app) plan(f selectionFlags, selectors []string) (*plan.Plan, error) {
	if err := checkServices(f.services); err != nil {
		return nil, err
	}
	suite, err := a.suite()
	if err != nil {
		return nil, fmt.Errorf("load the suite: %w", err)
	}
	p, err := suite.Select(plan.Selection{
		Select:   slices.Concat(selectors, f.selects),
		Skip:     f.skips,
		Services: f.services,
	})
	switch {
	case errors.Is(err, plan.ErrNothingSelected):
		return nil, usage("the selectors, --skip and --services fit no case together", err)
	case err != nil:
		return nil, usage(`"ifmatch run --help" explains selectors`, err)
	}
	return p, nil
}
