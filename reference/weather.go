package reference

import (
	"net/http"

	"ifmatch/reference/blob"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

// underSky returns a service whose requests are disturbed by the weather.
func (s *Server) underSky(name operation.Service) http.Handler {
	at := weather.Place{Service: name, Operation: func(r *http.Request) operation.Operation { return s.Operation(name, r) }}
	if b, ok := s.bare[name].(*blob.Service); ok {
		at.BreakLease, at.DiscardBlock = b.BreakLease, b.DiscardBlock
	}
	return weather.Handler(s.sky, at, settled(s.bare[name], s.Book))
}

// Next disturbs the next request for an operation in one way that a test chooses. The operation is given by Microsoft's
// name, such as "Put Blob":
//
//	server.Next(weather.LoseAnswer, "Put Blob")
//
// Several calls for one operation take effect one after the other. Next panics if this kind cannot happen to the
// operation, or if there is no such operation, because the test is then wrong.
func (s *Server) Next(k weather.Kind, name string) {
	if err := s.sky.Next(k, name); err != nil {
		panic(err)
	}
}

// Weather returns the random disturbances of requests. There are none unless the options asked for them.
func (s *Server) Weather() *weather.Sky { return s.sky }

// Operation names the operation that a request to a service asks for. It does not check who sent the request.
func (s *Server) Operation(service operation.Service, r *http.Request) operation.Operation {
	if h, ok := s.bare[service].(interface {
		Operation(*http.Request) operation.Operation
	}); ok {
		return h.Operation(r)
	}
	return operation.Unrecognized
}
