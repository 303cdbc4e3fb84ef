package loading

import (
	"context"
	"errors"

	"ifmatch/internal/exit"
	"ifmatch/loadgen"
)

// Failure adds an exit code and advice to an error that left nothing to report.
func Failure(ctx context.Context, err error) error {
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
