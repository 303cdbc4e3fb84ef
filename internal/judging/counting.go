package judging

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"ifmatch/internal/target"
)

// counting is a target that counts requests.
type counting struct {
	target.Target
	absent   []target.Service // whose requests do not count
	requests atomic.Int64
}

// Session opens a session whose transport counts.
func (c *counting) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := c.Target.Session(ctx, name)
	if err != nil {
		return nil, err
	}
	next := s.Transport
	s.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
		if !slices.ContainsFunc(c.absent, func(a target.Service) bool { return strings.HasPrefix(r.URL.String(), s.Endpoints[a]+"/") }) {
			c.requests.Add(1)
		}
		return next.RoundTrip(r)
	})
	return s, nil
}

// roundTrip is a function as a transport.
type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
