package lease

import (
	"context"
	"net/http"

	"ifmatch/steps/scenario"
)

// Read sends a read of a snapshot without a lease id, as any reader may whatever the
// lease is (BLOB-LEASE-11, CONT-UM-O-0-Le). Where that is refused as an unmet
// precondition, the refusal is a flaw of the read, and the ids of the scenario are tried
// instead: who demands the id of the holder can be judged in everything else.
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
