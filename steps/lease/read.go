package lease

import (
	"context"
	"net/http"

	"ifmatch/steps/scenario"
)

// Read sends a read of a snapshot without a lease id, as any reader may in any lease state
// (BLOB-LEASE-11, CONT-UM-O-0-Le). If it is refused as an unmet precondition, the refusal is a
// flaw of the read, and the ids of the scenario are tried instead: so a service that demands the
// holder's id can still be judged in every other respect.
func Read(ctx context.Context, s *scenario.Snapshot, name string, send func(Fields) (scenario.Response, error)) (scenario.Response, error) {
	first, err := send(Fields{})
	if err != nil || first.Status != http.StatusPreconditionFailed {
		return first, err
	}
	for _, id := range scenario.IDs(ctx) {
		if resp, err := send(Fields{LeaseID: &id}); err == nil && resp.OK() {
			s.Lacks(name, string(scenario.FieldStatus), "success", first.String())
			return resp, nil
		}
	}
	return first, nil
}
