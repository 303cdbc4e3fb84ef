package lease

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/sdk"
)

// Calls are the calls of the SDK's lease client L, each for a request R, by their actions.
type Calls[L, R any] = map[string]func(ctx context.Context, l L, req R) (any, error)

// Operations are the actions on the leases of a kind of resource, by their names, which begin with prefix. open makes the
// SDK's client, which acts for one lease id. duration is what an acquire without a duration asks for.
func Operations[T, S, L any, A scenario.Address, R any](prefix, duration string, open func(s S, r A, id *string) (L, error), calls Calls[L, R]) map[string]scenario.Typed[*sdk.Service[S], A, R, T] {
	all := map[string]scenario.Typed[*sdk.Service[S], A, R, T]{}
	for action, call := range calls {
		op := scenario.Typed[*sdk.Service[S], A, R, T]{Sign: proposes[R],
			// Nothing changes but the lease. BLOB-ETAG-29, CONT-ETAG-05, FILE-ETAG-04
			Effect: func(*T, R, scenario.Response) {}}
		speaker := func(f *Fields) *string { return f.LeaseID }
		if action == "acquire" {
			speaker = func(f *Fields) *string { return f.ProposedID }
			op.Complete = func(_ A, req *R) {
				if f := fields(req); f.Duration == nil {
					f.Duration = &duration
				}
			}
		}
		op.Do = sdk.Do(prefix+action, named[R], func(ctx context.Context, s S, r A, req R) (any, error) {
			l, err := open(s, r, ID(speaker(fields(&req))))
			if err != nil {
				return nil, err
			}
			return call(ctx, l, req)
		})
		all[prefix+action] = op
	}
	return all
}

// FieldTaken is whether a resource is leased, by whomever.
const FieldTaken scenario.Field = "whether it is leased"

func fields[R any](req *R) *Fields { return any(req).(Request).Lease() }

// proposes gives each client of a race its own lease id.
func proposes[R any](req *R, _ string, id func() string) {
	fields(req).ProposedID = new(id())
}

// named drops the headers that the request does not name: the SDK would send values of its own.
func named[R any](req R) *sdk.Exchange {
	x := &sdk.Exchange{}
	for _, h := range fields(&req).Exact()[:3] { // a break period it does not
		if h.Value == nil {
			x.Drop = append(x.Drop, h.Name)
		}
	}
	return x
}

// noID is sent where the SDK requires an id.
var noID = "00000000-0000-0000-0000-000000000000"

// ID is a lease id as the SDK wants it; nil becomes noID.
func ID(id *string) *string { return cmp.Or(id, &noID) }

// Seconds is the number that the SDK's type can carry; the text itself is sent as a header.
func Seconds(s *string) int32 {
	n, err := strconv.ParseInt(sdk.Text(s, ""), 10, 32)
	if err != nil {
		return 0
	}
	return int32(n)
}

// Remove deletes a resource by the deletion of that name, even a leased one: then it breaks the lease first. Clean-up, best
// effort.
func Remove[C any, A scenario.Address, R any](ctx context.Context, c C, r A, req R, name string, deletion, breaking func(context.Context, C, A, R) (scenario.Response, error)) error {
	resp, err := deletion(ctx, c, r, req)
	if err == nil && resp.Status == http.StatusPreconditionFailed {
		var at R
		fields(&at).BreakPeriod = new("0")
		if _, err = breaking(ctx, c, r, at); err == nil {
			resp, err = deletion(ctx, c, r, req)
		}
	}
	return sdk.Removed(name, resp, err)
}

// TryAcquire asks for an infinite lease under an id. It returns false if another client holds
// the lease or the outcome is unknown: a client that asks again under its own id gets its lease.
func TryAcquire(ctx context.Context, w *scenario.World, a *scenario.Actor, t *scenario.Resource, id string) (bool, error) {
	got, known, err := try(ctx, w, a, t, "acquire", Fields{Duration: new("-1"), ProposedID: &id})
	switch {
	case err != nil || !known:
		return false, err
	case got.Resp.Status == http.StatusConflict:
		return false, nil
	case got.Resp.Status != http.StatusCreated:
		return false, got.Differs("201, or 409 while another client holds the lease")
	}
	return true, nil
}

// Release releases the lease; it accepts any answer and repeats the request until one comes.
func Release(ctx context.Context, w *scenario.World, a *scenario.Actor, t *scenario.Resource, id string) error {
	for {
		_, known, err := try(ctx, w, a, t, "release", Fields{LeaseID: &id})
		if err != nil || known {
			return err
		}
	}
}

func try(ctx context.Context, w *scenario.World, a *scenario.Actor, t *scenario.Resource, action string, f Fields) (*scenario.Act, bool, error) {
	op, req := ask(w, t, action, f)
	return perform.Try(ctx, w, a, op, t, req)
}
