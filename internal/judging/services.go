package judging

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"ifmatch/internal/exit"
	"ifmatch/internal/target"
	"ifmatch/reports/console"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// Narrow opens a target for those of its services that the cases use: the run neither mentions nor contacts the others.
// It returns the services with cases that the target offers, and those that it does not offer. If the user named the
// services, one that is missing is a usage error.
func Narrow(t target.Target, p *plan.Plan, named bool, open func([]target.Service) (target.Target, error)) (
	narrow target.Target, there, absent []target.Service, err error,
) {
	if named {
		if _, err := open(planned(p)); err != nil {
			return nil, nil, nil, err
		}
	}
	if there, absent, err = offered(t, p); err != nil {
		return nil, nil, nil, err
	}
	narrow, err = open(used(p, t, there))
	return narrow, there, absent, err
}

// offered separates the services with cases that the target offers from those that it does not
// offer, whose cases are skipped. If the user named a service that is missing, that was already
// a usage error.
func offered(t target.Target, p *plan.Plan) (there, absent []target.Service, err error) {
	for _, s := range planned(p) {
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

// planned lists the services for which the plan has cases.
func planned(p *plan.Plan) []target.Service {
	var out []target.Service
	for _, c := range p.Cases {
		if s := target.Service(c.Service); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// used lists the planned services, and the other services of t that their cases use.
func used(p *plan.Plan, t target.Target, there []target.Service) []target.Service {
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
		if slices.ContainsFunc(steps.Language().Services, func(r scenario.Service) bool { return r.Name == s }) {
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

// lackText says in one line which permissions the credential lacks for the cases of a run; empty
// if none.
func lackText(p *steps.Permissions, chosen *plan.Plan) string {
	var parts []string
	cases := 0
	for _, l := range p.Lacking(chosen) {
		cases += l.Cases
		parts = append(parts, fmt.Sprintf("%s (%s)", l.Permission, console.Plural(l.Cases, "case")))
	}
	if cases == 0 {
		return ""
	}
	return fmt.Sprintf("these credentials are not enough for %s, which will be skipped; they lack %s", console.Plural(cases, "case"), strings.Join(parts, ", "))
}

// counting is a target that counts requests.
type counting struct {
	target.Target
	absent   []target.Service // whose requests do not count
	requests atomic.Int64
}

// Session opens a session whose transport counts.
func (c *counting) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := c.Target.Session(ctx, name)
	if err != nil {
		return nil, err
	}
	next := s.Transport
	s.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
		if !slices.ContainsFunc(c.absent, func(a target.Service) bool { return strings.HasPrefix(r.URL.String(), s.Endpoints[a]+"/") }) {
			c.requests.Add(1)
		}
		return next.RoundTrip(r)
	})
	return s, nil
}

// roundTrip is a function as a transport.
type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
