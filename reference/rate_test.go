package reference_test

import (
	"net/http"
	"testing"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/clock"
)

func TestAServerSaysHowFastItsClockIs(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]clock.Clock{"": clock.NewVirtual(time.Now()), "1": clock.Real{}, "30": clock.NewFast(clock.Real{}, 30)} {
		server := reference.New(reference.Options{Clock: c})
		t.Cleanup(func() { _ = server.Close() })
		if _, err := server.Listen(t.Context(), "table", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		resp, err := http.Get(server.Endpoint("table"))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if got := resp.Header.Get(reference.RateHeader); got != want {
			t.Errorf("%s = %q, want %q", reference.RateHeader, got, want)
		}
	}
}
