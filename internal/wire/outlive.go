package wire

import (
	"context"
	"time"
)

// Outlive returns a context that ends a while after ctx has ended, or with abandon: for requests whose effect must be known
// before it is undone. A request that is cut off may still be carried out, after the one that deletes what it makes.
func Outlive(ctx, abandon context.Context, while time.Duration) (context.Context, context.CancelFunc) {
	out, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := context.AfterFunc(ctx, func() {
		late := time.AfterFunc(while, cancel)
		context.AfterFunc(out, func() { late.Stop() })
	})
	abandoned := context.AfterFunc(abandon, cancel)
	return out, func() {
		ended()
		abandoned()
		cancel()
	}
}
