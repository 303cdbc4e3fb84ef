package explore

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/explore/history"
	"ifmatch/reference/operation"
)

// Store is the storage account of one schedule. It is new and empty, and its clock is that of the bubble.
type Store struct {
	server *reference.Server
	bare   http.RoundTripper

	mu      sync.Mutex
	fresh   []*parked     // requests that have come since the last step
	arrived chan struct{} // has an element when something has come or was withdrawn
	over    bool          // nothing waits any more
}

func newStore() *Store {
	s := &Store{arrived: make(chan struct{}, 1)}
	s.server = reference.New(reference.Options{Seed: 1})
	s.bare = s.server.RoundTripper()
	return s
}

// Client returns the HTTP client of one participant: a transport for the official SDKs. Give each participant its own
// name: hazards are found between names, and schedules are drawn with them.
//
//	options := &azblob.ClientOptions{}
//	options.Transport = s.Client("ann")
//	client, err := azblob.NewClientFromConnectionString(s.ConnectionString(), options)
func (s *Store) Client(name string) *http.Client { return s.client(gate{s, name}) }

// Setup returns a client that prepares the store, or looks at it afterwards. Its requests do not wait, are never
// disturbed, and are no part of the schedule.
func (s *Store) Setup() *http.Client { return s.client(s.bare) }

func (s *Store) client(t http.RoundTripper) *http.Client {
	return &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// ConnectionString returns the string that Azure's clients connect with.
func (s *Store) ConnectionString() string { return s.server.ConnectionString() }

// Endpoint returns the URL of a service, such as reference.Blob, without a trailing slash.
func (s *Store) Endpoint(service operation.Service) string {
	return s.server.InProcessEndpoint(service)
}

// Key returns the account key in base64, and Account its name.
func (s *Store) Key() string { return s.server.Key() }

// Account returns the name of the account.
func (s *Store) Account() string { return s.server.Account() }

// parked is a request that waits.
type parked struct {
	history.Request
	sent    *http.Request
	body    []byte
	label   uint64
	parent  int       // the step after which it came
	since   time.Time // when it came
	verdict chan verdict
	late    verdict // its answer, when that was held back
	gone    bool    // its sender has given up
}

// verdict is what becomes of a request.
type verdict struct {
	response *http.Response
	err      error
}

// gate is the transport of one participant. Requests wait in it.
type gate struct {
	s    *Store
	name string
}

// RoundTrip lets a request wait until it was executed and its answer is delivered.
func (g gate) RoundTrip(r *http.Request) (*http.Response, error) {
	p := &parked{sent: r, verdict: make(chan verdict, 1)}
	if r.Body != nil {
		var err error
		p.body, err = all(r.Body, r.ContentLength)
		_ = r.Body.Close()
		if err != nil {
			return nil, err
		}
	}
	seen := g.s.seen(r)
	service := serviceOf(r)
	p.Request = history.Describe(g.name, service, g.s.server.Operation(service, seen), seen, p.body)
	p.label = p.Label()
	if !g.s.park(p) {
		return g.s.execute(p)
	}
	select {
	case v := <-p.verdict:
		return v.response, v.err
	case <-r.Context().Done():
		g.s.withdraw(p)
		return nil, r.Context().Err()
	}
}

// all reads a body whose length is known, or negative.
func all(body io.Reader, length int64) ([]byte, error) {
	if length < 0 || length > 1<<20 {
		return io.ReadAll(body)
	}
	b := make([]byte, length)
	n, err := io.ReadFull(body, b)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil // shorter than it said; the store will notice
	}
	return b[:n], err
}

// seen returns a request as a server sees it: with canonical names of headers.
func (s *Store) seen(r *http.Request) *http.Request {
	in := *r
	in.Header = make(http.Header, len(r.Header))
	for name, values := range r.Header {
		in.Header[http.CanonicalHeaderKey(name)] = values
	}
	return &in
}

// park makes a request wait. It reports false once the schedule is over.
func (s *Store) park(p *parked) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return false
	}
	s.fresh = append(s.fresh, p)
	s.signal()
	return true
}

// withdraw marks a request whose sender has given up.
func (s *Store) withdraw(p *parked) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.gone = true
	s.signal()
}

// signal wakes whoever waits for something to come.
func (s *Store) signal() {
	select {
	case s.arrived <- struct{}{}:
	default:
	}
}

// execute sends a request to the store.
func (s *Store) execute(p *parked) (*http.Response, error) {
	r := *p.sent
	if p.sent.Body != nil {
		r.Body = io.NopCloser(bytes.NewReader(p.body))
	}
	response, err := s.bare.RoundTrip(&r)
	if response != nil {
		response.Request = p.sent
	}
	return response, err
}

// collect returns the requests that have come, in an order that does not depend on the machine.
func (s *Store) collect() []*parked {
	s.mu.Lock()
	defer s.mu.Unlock()
	come := s.fresh
	s.fresh = nil
	select {
	case <-s.arrived:
	default:
	}
	slices.SortStableFunc(come, func(a, b *parked) int {
		if c := strings.Compare(a.Client, b.Client); c != 0 {
			return c
		}
		if c := strings.Compare(a.Resource, b.Resource); c != 0 {
			return c
		}
		if a.Operation != b.Operation {
			return int(a.Operation) - int(b.Operation)
		}
		return bytes.Compare(a.body, b.body)
	})
	return come
}

// finish lets everything that waits, or will come, take effect at once.
func (s *Store) finish(waiting []*parked) {
	s.mu.Lock()
	s.over = true
	waiting = append(waiting, s.fresh...)
	s.fresh = nil
	s.mu.Unlock()
	for _, p := range waiting {
		if p.late.response == nil {
			p.late.response, p.late.err = s.execute(p)
		}
		p.verdict <- p.late
	}
}

// serviceOf finds the service of a request by the port, as the server does.
func serviceOf(r *http.Request) operation.Service {
	switch r.URL.Port() {
	case "10001":
		return reference.Queue
	case "10002":
		return reference.Table
	case "10003":
		return reference.File
	}
	return reference.Blob
}
