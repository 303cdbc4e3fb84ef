package scenario

import (
	"fmt"
	"net/http"
	"testing"
)

// TestTransient: what may come from the way, or from a service that is busy, is no
// verdict. What a service says of the request itself is one, and so is that it does not
// implement the operation.
func TestTransient(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		status int
		code   string
		want   bool
	}{
		{http.StatusOK, "", false},
		{http.StatusNotModified, "ConditionNotMet", false},
		{http.StatusForbidden, "AuthenticationFailed", false},
		{http.StatusConflict, "LeaseAlreadyPresent", false},
		{http.StatusPreconditionFailed, "ConditionNotMet", false},
		{http.StatusRequestTimeout, "", true},
		{http.StatusRequestTimeout, "ClientCacheFlushDelay", false},
		{http.StatusTooManyRequests, "", true},
		{http.StatusInternalServerError, "OperationTimedOut", true},
		{http.StatusInternalServerError, "NotImplemented", false},
		{http.StatusNotImplemented, "", false},
		{http.StatusBadGateway, "", true},
		{http.StatusServiceUnavailable, "ServerBusy", true},
		{http.StatusGatewayTimeout, "", true},
	} {
		t.Run(fmt.Sprintf("%d %s", tc.status, tc.code), func(t *testing.T) {
			t.Parallel()
			if got := transientStatus(tc.status, tc.code); got != tc.want {
				t.Errorf("transient(%d, %q) = %v, want %v", tc.status, tc.code, got, tc.want)
			}
		})
	}
}
