package explore_test

import (
	"strings"
	"testing"

	"ifmatch/reference/explore"
	"ifmatch/reference/operation"
)

func TestAStoreSaysHowToConnect(t *testing.T) {
	t.Parallel()
	r := explore.Find(t, func(t *testing.T, s *explore.Store) {
		for _, part := range []string{"AccountName=" + s.Account(), "AccountKey=" + s.Key(), "QueueEndpoint=" + s.Endpoint(operation.QueueService)} {
			if !strings.Contains(s.ConnectionString(), part+";") {
				t.Error(part)
			}
		}
	})
	if r.Failure != nil || r.String() != "the only schedule there is" {
		t.Errorf("%s: %+v", r, r.Failure)
	}
}
