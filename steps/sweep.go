package steps

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

// Sweep deletes everything whose name begins with prefix, as interrupted runs leave it
// behind, and breaks the leases that stand in the way. It reports each resource by kind and
// name once it is gone. After a failure it goes on, and it returns the first error. With
// dryRun it only reports.
func Sweep(ctx context.Context, t target.Target, prefix string, dryRun bool, report func(kind, name string)) (swept int, err error) {
	if prefix == "" {
		return 0, errors.New("look for leftovers: the prefix is empty, which would mean everything in the account")
	}
	s, err := t.Session(ctx, "sweep")
	if err != nil {
		return 0, fmt.Errorf("open a session on the target: %w", err)
	}
	defer s.Close()
	var errs []error
	for _, room := range Language().Services {
		if s.Endpoints[room.Name] == "" {
			continue
		}
		c, left := room.Open(s, nil, scenario.Access{}), room.Lexicon.Leftovers
		names, err := left.List(ctx, c, prefix)
		errs = append(errs, err)
		for _, name := range names {
			if ctx.Err() != nil {
				break
			}
			if !dryRun {
				err = left.Remove(ctx, c, name)
			}
			if err != nil {
				errs = append(errs, fmt.Errorf("delete %s %s: %w", left.What, name, err))
				continue
			}
			swept++
			report(left.What, name)
		}
		if ctx.Err() != nil {
			return swept, ctx.Err()
		}
	}
	return swept, cmp.Or(errs...)
}
