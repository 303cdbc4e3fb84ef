package steps

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"ifmatch/internal/target"
	"ifmatch/steps/ops"
)

// sweeping is how leftovers of one service are found and deleted.
type sweeping struct {
	service target.Service
	what    string
	list    func(ctx context.Context, c *ops.Client, prefix string) ([]string, error)
	remove  func(ctx context.Context, c *ops.Client, name string) error
}

var sweepings = []sweeping{
	{target.Blob, "container", ops.ContainerNames, removeContainer},
	{target.Queue, "queue", ops.QueueNames, removeQueue},
	{target.Table, "table", tablesOfRuns, removeTable},
}

// Sweep deletes the containers, queues and tables whose names begin with prefix, which
// interrupted runs left behind, and breaks the leases that stand in the way. It
// reports each by its kind and name once it is gone, goes on after a failure, and
// returns the first. With dryRun it only reports.
func Sweep(ctx context.Context, t target.Target, prefix string, dryRun bool, report func(kind, name string)) (swept int, err error) {
	if prefix == "" {
		return 0, errors.New("look for leftovers: the prefix is empty, which would mean everything in the account")
	}
	s, err := t.Session(ctx, "sweep")
	if err != nil {
		return 0, fmt.Errorf("open a session on the target: %w", err)
	}
	defer s.Close()
	c, err := ops.NewClient(s, nil, ops.ClientOptions{})
	if err != nil {
		return 0, err
	}
	var first error
	for _, kind := range sweepings {
		if s.Endpoints[kind.service] == "" {
			continue
		}
		n, err := kind.sweep(ctx, c, prefix, dryRun, report)
		if swept += n; err != nil && first == nil {
			first = err
		}
		if ctx.Err() != nil {
			return swept, ctx.Err()
		}
	}
	return swept, first
}

func (k sweeping) sweep(ctx context.Context, c *ops.Client, prefix string, dryRun bool, report func(kind, name string)) (swept int, err error) {
	names, err := k.list(ctx, c, prefix)
	if err != nil {
		return 0, err
	}
	var first error
	for _, name := range names {
		if ctx.Err() != nil {
			return swept, ctx.Err()
		}
		if !dryRun {
			err = k.remove(ctx, c, name)
		}
		if err != nil {
			if first == nil {
				first = fmt.Errorf("delete %s %s: %w", k.what, name, err)
			}
			continue
		}
		swept++
		report(k.what, name)
	}
	return swept, first
}

// tablesOfRuns lists the tables that runs with that prefix made. A table of somebody
// else may well begin with the same letters, so the whole name has to fit.
func tablesOfRuns(ctx context.Context, c *ops.Client, prefix string) ([]string, error) {
	ours, err := regexp.Compile(`^` + regexp.QuoteMeta(tableName(prefix)) + `[0-9a-z]*X[0-9a-f]{12}[a-z]*$`)
	if err != nil {
		return nil, fmt.Errorf("look for tables of %s: %w", prefix, err)
	}
	all, err := ops.TableNames(ctx, c)
	var names []string
	for _, name := range all {
		if ours.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, err
}
