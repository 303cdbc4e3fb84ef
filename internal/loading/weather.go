package loading

import (
	"context"

	"ifmatch/internal/target"
	"ifmatch/internal/weatherproxy"
	"ifmatch/loadgen"
	"ifmatch/reference/weather"
)

// Expose puts weather in front of a load.
func Expose(ctx context.Context, c *loadgen.Config, spec weather.Spec) (func() map[string]int64, func(), error) {
	services := map[target.Service]string{}
	for _, s := range c.Workload.Services {
		services[s] = c.Endpoint.Services[s]
	}
	x, err := weatherproxy.Expose(ctx, c.Endpoint.Credential, services, spec)
	if err != nil {
		return nil, nil, err
	}
	c.Endpoint.Through, c.ThirdParty, c.Sent = x.Through(), x.Begin, x.End
	return x.Met, func() { x.Close() }, nil
}
