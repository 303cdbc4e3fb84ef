package steps

import (
	"context"
	"fmt"
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// LookAt finds out what kind of account the services belong to, as far as they show it and the cases of
// a plan depend on it. What they do not show is no obstacle: then the cases that presuppose something
// are judged.
func LookAt(ctx context.Context, t target.Target, p *plan.Plan, services []target.Service, names scenario.Names, timeout time.Duration) (scenario.Sight, error) {
	see := scenario.Sight{Account: plan.Account{}}
	var err error
	if see.Decisive, err = p.Decisive(); err != nil {
		return see, err
	}
	s, err := t.Session(ctx, "account")
	if err != nil {
		return see, fmt.Errorf("open a session on the target: %w", err)
	}
	defer s.Close()
	for _, svc := range services {
		if look := Language().Lexicon(svc).Account; look != nil && greets(s, svc) && !see.Silent {
			_, c := connect(s, svc, min(timeout, patience))
			look(ctx, c, names.Of("account"), &see)
		}
	}
	return see, ctx.Err()
}
