package cli

import (
	"context"
	"errors"
	"fmt"

	"ifmatch/internal/exit"
	"ifmatch/loadgen"
	"ifmatch/loadgen/shard"
)

// flagged says which flag an error is about, where the room that returns it does not know the command line.
func flagged(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

// failure adds an exit code and advice to an error that left nothing to report.
func failure(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return exit.With(exit.Interrupted)
	case errors.Is(err, loadgen.ErrLate):
		return exit.Unclear("--start-at takes a later time; all shards take the same, and a new --out if it is +DURATION", err)
	case errors.Is(err, loadgen.ErrTaken):
		return exit.Unclear("each shard takes a number of its own; another load with the same --start-at takes another name as --out, --seed or --prefix", err)
	case errors.Is(err, loadgen.ErrPrepare):
		return exit.Unclear("does the target answer, and does it accept the credential and the x-ms-version? --api-version sets another", err)
	}
	return exit.Unclear("", err)
}

// agreed is how the agreement on a start ended, with an exit code.
func agreed(ctx context.Context, err error) error {
	var refused *shard.FolderError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return exit.With(exit.Interrupted)
	case errors.As(err, &refused):
		return exit.Wrong("", flagged("--out", err))
	case errors.Is(err, shard.ErrStart):
		return exit.Unclear("each run takes a new --out", err)
	}
	return exit.Unclear("", err)
}
