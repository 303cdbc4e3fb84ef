package reference

import (
	"net/http"

	"ifmatch/reference/auth"
	"ifmatch/reference/operation"
)

// Join makes the server answer for the account of another server too, at its own addresses. The account named in a
// request decides which server answers. Call Join before Listen. The other server stays usable on its own.
func (s *Server) Join(other *Server) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.joined = append(s.joined, other)
}

// joint returns the handler of a service for all joined accounts.
func (s *Server) joint(service operation.Service) http.Handler {
	own := s.Handler(service)
	s.mu.Lock()
	others := s.joined
	s.mu.Unlock()
	if own == nil || len(others) == 0 {
		return own
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, o := range others {
			if o.names(r) {
				o.Handler(service).ServeHTTP(w, r)
				return
			}
		}
		own.ServeHTTP(w, r)
	})
}

// names reports whether a request names the server's account.
func (s *Server) names(r *http.Request) bool {
	if named, _ := auth.HostStyle(r.Host, s.account); named {
		return true
	}
	path := r.URL.Path
	if path != "" && path[0] == '/' {
		path = path[1:]
	}
	_, named, _ := auth.PathStyle(path, s.account)
	return named
}

// operationOf names the operation of a request to any of the joined accounts.
func (s *Server) operationOf(name operation.Service, r *http.Request) operation.Operation {
	s.mu.Lock()
	joined := s.joined
	s.mu.Unlock()
	for _, other := range joined {
		if other.names(r) {
			return other.Operation(name, r)
		}
	}
	return s.Operation(name, r)
}
