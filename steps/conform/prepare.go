package conform

import (
	"fmt"
	"sync"

	"ifmatch/features"
	"ifmatch/internal/target"
	"ifmatch/steps"
	"ifmatch/steps/fit"
	"ifmatch/steps/plan"
)

// suite reads the features once for all checks of a process.
var suite = sync.OnceValues(func() (*plan.Suite, error) { return steps.Load(features.FS) })

// prepare finds the profile and the target; it sends nothing.
func prepare(endpoint string, p Profile) (fit.Config, error) {
	s, err := suite()
	if err != nil {
		return fit.Config{}, fmt.Errorf("load the suite: %w", err)
	}
	all, err := s.Profiles()
	if err != nil {
		return fit.Config{}, fmt.Errorf("load the profiles: %w", err)
	}
	chosen, err := plan.ProfileNamed(all, []string{string(p)})
	if err != nil {
		return fit.Config{}, fmt.Errorf("%w; use one of the constants of this package", err)
	}
	if len(chosen) != 1 {
		return fit.Config{}, fmt.Errorf("%q is no single profile; use one of the constants of this package", p)
	}
	var only target.Service
	if needs := chosen[0].Needs; len(needs) == 1 {
		only = target.Service(needs[0])
	}
	conn, err := target.ParseText(endpoint, only)
	if err != nil {
		return fit.Config{}, err
	}
	return fit.Config{Features: features.FS, Suite: s, Profiles: chosen, Open: func(services []target.Service, versions map[target.Service]string) (target.Target, error) {
		return target.NewEndpoint(conn, target.EndpointOptions{Services: services, Versions: versions})
	}}, nil
}
