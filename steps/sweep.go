package steps

import (
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
	var first error
	for _, room := range Language().Services() {
		if s.Endpoints[room.Name] == "" {
			continue
		}
		c := room.Open(s, nil, scenario.Access{})
		for _, kind := range room.Lexicon.Leftovers {
			n, err := sweep(ctx, c, kind, prefix, dryRun, report)
			if swept += n; err != nil && first == nil {
				first = err
			}
			if ctx.Err() != nil {
				return swept, ctx.Err()
			}
		}
	}
	return swept, first
}

func sweep(ctx context.Context, c scenario.Client, k scenario.Leftovers, prefix string, dryRun bool, report func(kind, name string)) (swept int, err error) {
	names, err := k.List(ctx, c, prefix)
	if err != nil {
		return 0, err
	}
	var first error
	for _, name := range names {
		if ctx.Err() != nil {
			return swept, ctx.Err()
		}
		if !dryRun {
			err = k.Remove(ctx, c, name)
		}
		if err != nil {
			if first == nil {
				first = fmt.Errorf("delete %s %s: %w", k.What, name, err)
			}
			continue
		}
		swept++
		report(k.What, name)
	}
	return swept, first
}
