package scenario

import (
	"cmp"
	"context"
	"slices"
)

// Cleanups are what a scenario undoes when it ends.
type Cleanups struct {
	remove  []func(context.Context) error
	restore []func(context.Context)
	hangUp  []func()
}

// Remove registers f, which removes what the scenario made. It is not called if a run keeps that.
func (c *Cleanups) Remove(f func(context.Context) error) { c.remove = append(c.remove, f) }

// Restore registers f, which puts back what others share, even if the run is interrupted or keeps
// the resources.
func (c *Cleanups) Restore(f func(context.Context)) { c.restore = append(c.restore, f) }

// HangUp registers end, which closes a connection of the scenario's own that keeps others out.
// It must not wait for the other side.
func (c *Cleanups) HangUp(end func()) { c.hangUp = append(c.hangUp, end) }

// HoldsShared reports whether the scenario holds something that others share. They wait until it
// ends.
func (c *Cleanups) HoldsShared() bool { return len(c.restore) > 0 }

// run undoes what must be undone: the last first, and what is shared at the end. It returns why
// something is left behind.
func (c *Cleanups) run(ctx context.Context, keep bool) error {
	var left error
	for _, f := range slices.Backward(c.remove) {
		if !keep {
			left = cmp.Or(f(ctx), left)
		}
	}
	for _, f := range slices.Backward(c.restore) {
		f(ctx)
	}
	return left
}
