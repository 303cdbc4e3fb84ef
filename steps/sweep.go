package steps

import (
	"context"
	"errors"
	"fmt"

	"ifmatch/internal/target"
	"ifmatch/steps/ops"
)

// Sweep deletes the containers whose names begin with prefix, which interrupted
// runs left behind, and breaks the leases that stand in the way. It reports each
// name once it is gone, goes on after a failure, and returns the first. With
// dryRun it only reports.
func Sweep(ctx context.Context, t target.Target, prefix string, dryRun bool, report func(name string)) (swept int, err error) {
	err = sweeping(ctx, t, prefix, func(c *ops.Client) error {
		names, err := ops.ContainerNames(ctx, c, prefix)
		if err != nil {
			return err
		}
		var first error
		for _, name := range names {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if !dryRun {
				err = removeContainer(ctx, c, name)
			}
			if err != nil {
				if first == nil {
					first = fmt.Errorf("delete container %s: %w", name, err)
				}
				continue
			}
			swept++
			report(name)
		}
		return first
	})
	return swept, err
}

func sweeping(ctx context.Context, t target.Target, prefix string, do func(*ops.Client) error) error {
	if prefix == "" {
		return errors.New("look for leftovers: the prefix is empty, which would mean every container of the account")
	}
	s, err := t.Session(ctx, "sweep")
	if err != nil {
		return fmt.Errorf("open a session on the target: %w", err)
	}
	defer s.Close()
	c, err := ops.NewClient(s, nil, ops.ClientOptions{})
	if err != nil {
		return err
	}
	return do(c)
}
