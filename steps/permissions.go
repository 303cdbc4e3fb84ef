package steps

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// Permissions are what the credential of a run may do, as far as that can be known before
// the run. Nil permits everything.
type Permissions struct {
	rights *target.Rights
	// refused holds, by service and class, the answer that refused a probe. It is used where
	// no rights can be read off the SAS.
	refused map[target.Service]map[class]string
}

// Permit finds out what the credential of a target may do for the cases of a plan. An
// account SAS states it. For any other credential, each service is asked for one operation of
// each class, on names of the run that are deleted again. Each answer is awaited for at most
// the timeout; after ctx has ended, what was made is still deleted, unless abandon ends that.
func Permit(ctx, abandon context.Context, t target.Target, all *plan.Plan, names scenario.Names, timeout time.Duration) (*Permissions, error) {
	s, err := t.Session(ctx, "permissions")
	if err != nil {
		return nil, fmt.Errorf("open a session on the target: %w", err)
	}
	defer s.Close()
	p := &Permissions{rights: s.Credential.Rights()}
	switch {
	case p.rights == nil:
		return nil, nil
	case p.rights.Known:
		return p, nil
	}
	stage := &scenario.Stage{
		Target: t, Language: Language(), Gate: wire.NewGate(1), Names: names, Timeout: min(timeout, patience), Abandon: abandon, CleanupSlots: make(chan struct{}, 1), Waits: func(string, time.Time) {},
	}
	p.refused = map[target.Service]map[class]string{}
	tidy, end := wire.Outlive(ctx, abandon, patience)
	defer end()
	for _, c := range all.Cases {
		svc := target.Service(c.Service)
		if _, asked := p.refused[svc]; !asked && s.Endpoints[svc] != "" && ctx.Err() == nil {
			p.refused[svc] = classes(tidy, stage, svc)
		}
	}
	return p, ctx.Err()
}

// Lack is a missing permission, and for how many cases of the run it is the first one missing.
type Lack struct {
	Permission string
	Cases      int
}

// Lacking lists the permissions that the credential lacks for the cases of a plan, the most
// frequent first.
func (p *Permissions) Lacking(all *plan.Plan) []Lack {
	var out []Lack
	if p == nil {
		return nil
	}
	for _, c := range all.Cases {
		name := p.lacks(c)
		if name == "" {
			continue
		}
		i := slices.IndexFunc(out, func(l Lack) bool { return l.Permission == name })
		if i < 0 {
			i, out = len(out), append(out, Lack{Permission: name})
		}
		out[i].Cases++
	}
	slices.SortStableFunc(out, func(a, b Lack) int { return cmp.Compare(b.Cases, a.Cases) })
	return out
}

// Leaves reports whether a run leaves behind resources of one of these cases, because the
// credential may not delete.
func (p *Permissions) Leaves(all *plan.Plan) bool {
	return p != nil && p.rights.Known && !p.rights.Permits("d") &&
		slices.ContainsFunc(all.Cases, func(c plan.Case) bool { return p.lacks(c) == "" })
}

// lacks names the first permission that a case needs and the credential lacks; empty if
// it lacks none.
func (p *Permissions) lacks(c plan.Case) string {
	if p == nil {
		return ""
	}
	lang := Language()
	for _, name := range lang.Uses(c) {
		op := lang.Must(name)
		if lack := p.lack(op.Permission(), op.Service); lack != "" {
			return lack
		}
	}
	return ""
}

func (p *Permissions) lack(need scenario.Permission, svc target.Service) string {
	if p.rights.Known {
		return need.Lacks(p.rights, svc)
	}
	if need.Key {
		return scenario.KeyOnly
	}
	for _, of := range classesOf(need) {
		if answer, refused := p.refused[svc][of]; refused {
			return fmt.Sprintf("%s in the %s service (%s)", of, svc, answer)
		}
	}
	return ""
}
