package reference

import (
	"net/http"
	"strconv"

	"ifmatch/reference/clock"
)

// RateHeader tells clients that the server's time runs faster than theirs, and how many times: whoever measures leases
// and visibility timeouts must know.
const RateHeader = "X-Ifmatch-Clock-Rate"

// withRate adds RateHeader to every answer of a server with a fast clock.
func (s *Server) withRate(service http.Handler) http.Handler {
	fast, ok := s.clock.(*clock.Fast)
	if !ok || service == nil {
		return service
	}
	rate := []string{strconv.FormatFloat(fast.Rate(), 'g', -1, 64)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()[RateHeader] = rate
		service.ServeHTTP(w, r)
	})
}
