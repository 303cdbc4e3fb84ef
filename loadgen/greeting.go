package loadgen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"ifmatch/internal/sendonce"
	"ifmatch/internal/target"
	"ifmatch/reports/figure"
)

// Host is what the services report about themselves.
type Host struct {
	Name string  // the name that the first service reports
	Rate float64 // how many times faster than ours their clock runs; 0 if they do not report it
}

// Greet sends one request to every service before anything is created. The requests are unsigned
// on purpose: a refusal is an answer.
func Greet(ctx context.Context, e Endpoint, services []target.Service, within time.Duration) (Host, error) {
	var h Host
	once := sendonce.Over(&http.Transport{Proxy: http.ProxyFromEnvironment})
	defer once.CloseIdleConnections()
	for _, s := range services {
		soon, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		req, err := http.NewRequestWithContext(soon, http.MethodGet, e.Services[s]+"?comp=list", nil)
		if err != nil {
			return h, fmt.Errorf("the address of the %s service: %w", s, err)
		}
		resp, err := once.RoundTrip(req)
		if timed := (net.Error)(nil); errors.As(err, &timed) && timed.Timeout() {
			return h, target.NameProxy(req, fmt.Errorf("reach the %s service: no answer within %s", s, figure.Duration(within)))
		}
		if err != nil {
			return h, target.NameProxy(req, fmt.Errorf("reach the %s service: %w", s, err))
		}
		resp.Body.Close()
		h.Name = cmp.Or(h.Name, resp.Header.Get("Server"))
		if rate, err := strconv.ParseFloat(resp.Header.Get(rateHeader), 64); err == nil && rate >= 1 && rate <= maxRate {
			h.Rate = rate
		}
	}
	return h, nil
}

// rateHeader tells in every answer how many times faster than real time a reference's clock runs, up to maxRate.
const (
	rateHeader = "X-Ifmatch-Clock-Rate"
	maxRate    = 1000
)
