package weatherproxy

import (
	"context"
	"fmt"
	"strings"
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

// met is how often each kind of weather occurred, for a result, and among how many requests.
func met(sky *weather.Sky) (kinds map[string]int64, all int64) {
	kinds = map[string]int64{}
	for k, n := range sky.Met() {
		all += n
		if k != weather.Clear {
			kinds[k.String()] = n
		}
	}
	return kinds, all
}

// Describe says how often each kind of weather occurred.
func Describe(sky *weather.Sky) string {
	kinds, all := met(sky)
	var parts []string
	sum := int64(0)
	for _, k := range weather.Kinds() {
		if n := kinds[k.String()]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", k, n))
			sum += n
		}
	}
	if sum == 0 {
		return fmt.Sprintf("weather: none of %d requests was disturbed", all)
	}
	return fmt.Sprintf("weather: %d of %d requests were disturbed: %s", sum, all, strings.Join(parts, ", "))
}
