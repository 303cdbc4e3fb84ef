package loadgen

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"ifmatch/internal/target"
)

func TestGreetingTakesNoLongerThanItMay(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(server.Close)
	e := Endpoint{Services: map[target.Service]string{target.Blob: server.URL + "/account"}}
	_, err := Greet(t.Context(), e, []target.Service{target.Blob}, 20*time.Millisecond)
	if want := "reach the blob service: no answer within 20 ms"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
