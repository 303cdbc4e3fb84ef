package cli

import (
	"context"

	"ifmatch/internal/exit"
	"ifmatch/reports"
)

// abandoning returns a context that the second signal ends, which then does not end the process.
func (a *app) abandoning() context.Context { return a.interrupts.Abandoning() }

// atOnce runs a command that sends nothing and that ctx ends at once. A report that is being written
// to a file then is finished, and no other is begun: a file is written completely or not at all.
func (a *app) atOnce(ctx context.Context, command func(a *app) error) error {
	within := *a
	within.files = new(reports.Gate)
	_, err := exit.Until(ctx, func() (struct{}, error) { return struct{}{}, command(&within) })
	if ctx.Err() != nil {
		within.files.Close()
	}
	return err
}
