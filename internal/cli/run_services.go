package cli

import (
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/steps/plan"
)

// offered separates the services with cases that the target offers from those that it does not
// offer, whose cases are skipped. If the user named a service that is missing, that was already
// a usage error.
func offered(t target.Target, p *plan.Plan) (there, absent []target.Service, err error) {
	for _, s := range plannedServices(p) {
		if _, ok := t.Info().Endpoints[s]; ok {
			there = append(there, s)
		} else {
			absent = append(absent, s)
		}
	}
	if len(there) == 0 {
		return nil, nil, usagef("the connection string has an endpoint for each service", "the target offers no %s service, and the selected cases need it", join(absent))
	}
	return there, absent, nil
}

// join lists services for a sentence.
func join(services []target.Service) string {
	words := make([]string, len(services))
	for i, s := range services {
		words[i] = string(s)
	}
	return strings.Join(words, " or ")
}

// plannedServices lists the services for which the plan has cases.
func plannedServices(p *plan.Plan) []target.Service {
	var out []target.Service
	for _, c := range p.Cases {
		if s := target.Service(c.Service); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// usedServices lists the planned services, and the other services of t that their cases use.
func usedServices(p *plan.Plan, t target.Target, there []target.Service) []target.Service {
	out := slices.Clone(there)
	for _, c := range p.Cases {
		for _, need := range c.Needs {
			s := target.Service(need)
			if _, offered := t.Info().Endpoints[s]; offered && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}
