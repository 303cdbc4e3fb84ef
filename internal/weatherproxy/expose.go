package weatherproxy

import (
	"context"
	"fmt"
	"sync/atomic"

	"ifmatch/internal/target"
	"ifmatch/reference/weather"
)

// Exposed is the weather in front of a load. The sky is clear until Begin and after End, so that resources can be created
// and losses seen.
type Exposed struct {
	*Front
	sky   weather.Sky
	spec  weather.Spec
	third atomic.Pointer[func(context.Context, string)]
}

// Expose puts weather in front of services, as an account signs for them. The caller closes it.
func Expose(ctx context.Context, c target.Credential, services map[target.Service]string, spec weather.Spec) (*Exposed, error) {
	behind, err := accountOf(c, services)
	if err != nil {
		return nil, err
	}
	x := &Exposed{spec: spec}
	x.Front, err = Before(ctx, behind, &x.sky, func(ctx context.Context, path string) {
		if interfere := x.third.Load(); interfere != nil {
			(*interfere)(ctx, path)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("start the weather proxy: %w", err)
	}
	return x, nil
}

// Through are the addresses of the front.
func (x *Exposed) Through() map[target.Service]string {
	all := map[target.Service]string{}
	for s, address := range x.Endpoints {
		all[target.Service(s)] = address
	}
	return all
}

// Begin lets the weather come; interfere is what a third party does to a path.
func (x *Exposed) Begin(interfere func(context.Context, string)) {
	x.third.Store(&interfere)
	x.sky.Set(x.spec)
}

// End clears the sky.
func (x *Exposed) End() { x.sky.Set(weather.Spec{}) }

// Met is how often each kind of weather occurred.
func (x *Exposed) Met() map[string]int64 {
	kinds, _ := met(&x.sky)
	return kinds
}
