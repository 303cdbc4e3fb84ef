package reference

import (
	"net/http"
	"strconv"

	"ifmatch/reference/clock"
)

// RateHeader tells clients how many times faster than real time the server's clock runs; 1 means real time, and 0 a
// virtual clock, which stands still until it is moved. A client that measures leases or visibility timeouts needs to know.
const RateHeader = "X-Ifmatch-Clock-Rate"

// withRate adds RateHeader to every answer, unless the clock is of a kind that is not known here.
func (s *Server) withRate(service http.Handler) http.Handler {
	if service == nil {
		return service
	}
	var rate []string
	switch c := s.clock.(type) {
	case *clock.Fast:
		rate = []string{strconv.FormatFloat(c.Rate(), 'g', -1, 64)}
	case clock.Real:
		rate = []string{"1"}
	case *clock.Virtual:
		rate = []string{"0"}
	default:
		return service
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()[RateHeader] = rate
		service.ServeHTTP(w, r)
	})
}
