package steps

import (
	"context"
	"fmt"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// LookAt finds out what kind of account the services belong to, as far as they show it and the cases of
// a plan depend on it. What they do not show is no obstacle: then the cases that presuppose something
// are judged. What it makes it deletes again, also after ctx has ended; abandon ends that.
func LookAt(ctx, abandon context.Context, t target.Target, p *plan.Plan, services []target.Service, names scenario.Names, timeout time.Duration) (scenario.Sight, error) {
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
	tidy, end := wire.Outlive(ctx, abandon, patience)
	defer end()
	for _, svc := range services {
		if look := Language().Lexicon(svc).Account; look != nil && greets(s, svc) && !see.Silent && ctx.Err() == nil {
			_, c := connect(s, svc, min(timeout, patience))
			look(tidy, c, names.Of("account"), &see)
		}
	}
	return see, ctx.Err()
}
