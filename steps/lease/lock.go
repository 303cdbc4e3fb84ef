package lease

import (
	"context"
	"net/http"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
)

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
