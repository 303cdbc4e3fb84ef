package fit

import (
	"context"
	"slices"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// open finds out that the target can be judged, and which services are missing.
func (cfg Config) open(ctx context.Context, all target.Info, chosen *plan.Plan) (t target.Target, missing []string, err error) {
	used := services(chosen)
	var there []target.Service
	for _, s := range used {
		if all.Endpoints[s] == "" {
			missing = append(missing, string(s))
		} else {
			there = append(there, s)
		}
	}
	if len(there) == 0 { // the error says which one is missing
		_, err := cfg.Open(used, nil)
		return nil, nil, err
	}
	// Services that no case uses are neither mentioned nor contacted.
	if t, err = cfg.Open(there, nil); err != nil {
		return nil, nil, err
	}
	if t.Info().Kind == "embedded" {
		return t, missing, nil
	}
	var versions map[target.Service]string
	if cfg.Versioned {
		err = steps.Preflight(ctx, steps.AtAnyPace(t), there, cfg.Timeout)
	} else {
		versions, err = steps.Settle(ctx, steps.AtAnyPace(t), there, cfg.Timeout)
	}
	if err != nil || len(versions) > 0 {
		hangUp(t)
	}
	if err == nil && len(versions) > 0 {
		t, err = cfg.Open(there, versions)
	}
	return t, missing, err
}

// services are those that the cases use, in the usual order.
func services(p *plan.Plan) (out []target.Service) {
	for _, s := range target.Services {
		uses := func(c plan.Case) bool {
			return c.Service == string(s) || slices.Contains(c.Needs, target.Capability(s))
		}
		if slices.ContainsFunc(p.Cases, uses) {
			out = append(out, s)
		}
	}
	return out
}

// hangUp closes the connections to a target: the process that asked goes on, and may close the server next.
func hangUp(t target.Target) {
	if c, ok := t.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// longWait is how long a case may wait to be played without Strict. It leaves out the ends of leases
// and of visibility timeouts, which take 15 seconds or more, and about which servers are rarely wrong.
const longWait = 2 * time.Second

// divide parts what a client needs into what is tried, and the cases that wait too long for that.
func divide(suite *plan.Suite, d reports.Demand, strict bool) (tried reports.Demand, untried []reports.Need) {
	part := func(late bool) (needs []reports.Need) {
		for _, n := range d.Needs {
			n.Cases = slices.DeleteFunc(slices.Clone(n.Cases), func(id string) bool {
				c, _ := suite.Case(id)
				return late == (strict || c.Wait() <= longWait)
			})
			if len(n.Cases) > 0 {
				needs = append(needs, n)
			}
		}
		return needs
	}
	return reports.Demand{Name: d.Name, Title: d.Title, Needs: part(false)}, part(true)
}
