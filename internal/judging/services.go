package judging

import (
	"slices"
	"strings"

	"ifmatch/internal/exit"
	"ifmatch/internal/target"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// Offered separates the services with cases that the target offers from those that it does not
// offer, whose cases are skipped. If the user named a service that is missing, that was already
// a usage error.
func Offered(t target.Target, p *plan.Plan) (there, absent []target.Service, err error) {
	for _, s := range Planned(p) {
		if _, ok := t.Info().Endpoints[s]; ok {
			there = append(there, s)
		} else {
			absent = append(absent, s)
		}
	}
	if len(there) == 0 {
		return nil, nil, exit.Wrongf("the connection string has an endpoint for each service", "the target offers no %s service, and the selected cases need it", Join(absent))
	}
	return there, absent, nil
}

// Join lists services for a sentence.
func Join(services []target.Service) string {
	text := ""
	for i, s := range services {
		switch {
		case i > 0 && i == len(services)-1:
			text += " or "
		case i > 0:
			text += ", "
		}
		text += string(s)
	}
	return text
}

// Planned lists the services for which the plan has cases.
func Planned(p *plan.Plan) []target.Service {
	var out []target.Service
	for _, c := range p.Cases {
		if s := target.Service(c.Service); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Used lists the planned services, and the other services of t that their cases use.
func Used(p *plan.Plan, t target.Target, there []target.Service) []target.Service {
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

// ServiceNames are the names of the services that can be judged.
func ServiceNames() []string {
	var out []string
	for _, s := range target.Services {
		if slices.ContainsFunc(steps.Language().Services(), func(r scenario.Service) bool { return r.Name == s }) {
			out = append(out, string(s))
		}
	}
	return out
}

// CheckServices refuses anything but services of Azure Storage.
func CheckServices(names []string) error {
	for _, n := range names {
		if !slices.Contains(ServiceNames(), n) {
			return exit.Wrongf("services: "+strings.Join(ServiceNames(), ", "), "%q is not a service", n)
		}
	}
	return nil
}
