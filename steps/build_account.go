package steps

import (
	"context"
	"fmt"
	"net/http"

	"ifmatch/internal/target"
	"ifmatch/steps/ops"
)

// buildAccount makes the service properties of the case's service the scenario's own
// until its end: one scenario at a time, and what was there before is put back,
// whatever becomes of the run.
func (w *world) buildAccount(ctx context.Context, t *thing, state string) error {
	if state != "has service properties" {
		return miswritten("%q is no state that can be prepared", state)
	}
	if !w.session.Private {
		w.run.account.Lock()
		w.restore = append(w.restore, func(context.Context) { w.run.account.Unlock() })
	}
	service := "Queue"
	if t.res.Service == target.Table {
		service = "Table"
	}
	get, _ := ops.Lookup("Get " + service + " Service Properties")
	resp, err := get.Do(ctx, w.keeper, t.res, ops.Request{})
	if err == nil && resp.Status != http.StatusOK {
		err = fmt.Errorf("%s was answered %s", get.Name, describe(resp))
	}
	if err != nil {
		return err
	}
	w.restore = append(w.restore, func(ctx context.Context) {
		set, _ := ops.Lookup("Set " + service + " Service Properties")
		_, _ = set.Do(ctx, w.keeper, t.res, ops.Request{ServiceDocument: resp.Body})
	})
	_, err = w.prepare(ctx, "Set "+service+" Service Properties", t, ops.Request{ServiceProperties: map[string]string{"logging": "none", "cors": "none"}})
	return err
}
