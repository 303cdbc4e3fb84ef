package reference

import (
	"net/http"

	"ifmatch/reference/blob"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

// underSky is a service whose requests meet the weather.
func (s *Server) underSky(name operation.Service) http.Handler {
	at := weather.Place{Service: name, Operation: func(r *http.Request) operation.Operation { return s.Operation(name, r) }}
	if b, ok := s.bare[name].(*blob.Service); ok {
		at.BreakLease, at.DiscardBlock = b.BreakLease, b.DiscardBlock
	}
	return weather.Handler(s.sky, at, s.bare[name])
}

// Next disturbs the next request for an operation, given by Microsoft's name such as "Put Blob", in one way that a test
// chooses:
//
//	server.Next(weather.LoseAnswer, "Put Blob")
//
// Several calls for one operation take effect one after the other. It panics if this cannot happen to the operation, or if
// there is no such operation: then the test is wrong.
func (s *Server) Next(k weather.Kind, name string) {
	if err := s.sky.Next(k, name); err != nil {
		panic(err)
	}
}

// Weather returns the random disturbances of requests; there are none unless they were asked for.
func (s *Server) Weather() *weather.Sky { return s.sky }

// Operation names what a request to a service asks for; it says nothing of who sent it.
func (s *Server) Operation(service operation.Service, r *http.Request) operation.Operation {
	if h, ok := s.bare[service].(interface {
		Operation(*http.Request) operation.Operation
	}); ok {
		return h.Operation(r)
	}
	return operation.Unrecognized
}
