package reference

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"ifmatch/reference/auth"
	"ifmatch/reference/clock"
	"ifmatch/reference/operation"
)

// The time and size limits of a client's request. They are generous, as suits a test server, but not endless.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 2 * time.Minute // a whole request; a test may hold back half of a body for a while
	writeTimeout  = 2 * time.Minute
	idleTimeout   = 2 * time.Minute
	maxHeader     = 64 << 10
	closeTimeout  = 2 * time.Second
)

// Listen opens a service on an address such as "127.0.0.1:10000" or "[::1]:10000"; port 0 picks a free one. It returns
// the address at which clients reach it. A service listens on one address at a time.
func (s *Server) Listen(ctx context.Context, service operation.Service, address string) (string, error) {
	h := s.withRate(s.joint(service))
	if h == nil {
		return "", fmt.Errorf("listening on %s: the server has no %s service", address, service)
	}
	if v, _ := s.clock.(*clock.Virtual); v != nil || s.faults != nil || s.exposed {
		h = s.withControl(h, v)
	} else {
		h = s.withoutControl(h)
	}
	return s.listen(ctx, service, address, reported(service, h, s.onExchange, func(r *http.Request) operation.Operation { return s.operationOf(service, r) }))
}

// ListenFor opens a service for one participant of a test, on a free port of this machine. What around makes of the
// service stands before it: it can hold requests and answers back. A participant has a name, and each service once.
func (s *Server) ListenFor(ctx context.Context, participant string, service operation.Service, around func(http.Handler) http.Handler) (string, error) {
	h := s.joint(service)
	if h == nil {
		return "", fmt.Errorf("listening for %s: the server has no %s service", participant, service)
	}
	return s.listen(ctx, service+" for "+operation.Service(participant), "127.0.0.1:0", around(h))
}

// issuerService is the key of the issuer among the listeners.
const issuerService operation.Service = "issuer"

// ListenIssuer starts a login service that issues tokens accepted by the server. It issues one to every client that
// sends a client secret, and does not check the secret. The returned URL is the authority for Microsoft's identity
// libraries (AZURE_AUTHORITY_HOST), with any tenant. It needs Options.Tokens and a Certificate.
func (s *Server) ListenIssuer(ctx context.Context, address string) (string, error) {
	if s.tokens == nil || s.certificate == nil {
		return "", errors.New("listening as a token issuer: the server accepts no tokens; set Options.Tokens and a Certificate")
	}
	at, err := s.listen(ctx, issuerService, address, s.issuer)
	if err != nil {
		return "", err
	}
	return "https://" + at, nil
}

// SetTokenLifetime sets the lifetime of the tokens that the server's own issuer issues from now on. The default is an
// hour; 0 or less locks every client out. A server that accepts no tokens ignores the call.
func (s *Server) SetTokenLifetime(d time.Duration) {
	if s.issuer != nil {
		s.issuer.SetLifetime(d)
	}
}

// listen opens a service, with a handler that answers its requests.
func (s *Server) listen(ctx context.Context, service operation.Service, address string, h http.Handler) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.listeners[service]; old != nil {
		return "", fmt.Errorf("listening on %s: the %s service already listens on %s, close the server first", address, service, old.address)
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return "", fmt.Errorf("listening for the %s service: %w", service, err)
	}
	if s.certificate != nil {
		h = withTLS(h)
	}
	open := &listener{address: l.Addr().String(), done: make(chan struct{}), server: &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ConnContext:       withSpelling,
		ErrorLog:          log.New(discard{}, "", 0), // errors of client connections are not worth reporting
	}}
	go func() {
		defer close(open.done)
		_ = open.server.Serve(spelledListener{l, s.certificate}) // ends with ErrServerClosed when the server is closed
	}()
	if s.listeners == nil {
		s.listeners = make(map[operation.Service]*listener)
	}
	s.listeners[service] = open
	return open.address, nil
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// Close stops listening. Requests in progress get a moment to finish. The server keeps its data and can listen again.
func (s *Server) Close() error {
	s.mu.Lock()
	open := s.listeners
	s.listeners = nil
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	var failed error
	for service, l := range open {
		if err := l.server.Shutdown(ctx); err != nil {
			_ = l.server.Close() // cuts the connections that are still open
			failed = fmt.Errorf("closing the %s service: %w", service, err)
		}
		<-l.done
	}
	return failed
}

// Endpoint returns the URL of a listening service, without a trailing slash, or "" if the service does not listen.
func (s *Server) Endpoint(service operation.Service) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.listeners[service]; l != nil {
		return s.scheme() + "://" + l.address + "/" + s.account
	}
	return ""
}

// scheme returns the URL scheme of the server's endpoints.
func (s *Server) scheme() string {
	if s.certificate != nil {
		return "https"
	}
	return "http"
}

// Authority returns the PEM certificate that clients must trust if the server uses https, or nil if it does not.
func (s *Server) Authority() []byte {
	if s.certificate == nil {
		return nil
	}
	return s.certificate.Authority
}

// SecondaryEndpoint returns the URL of a listening service at the secondary location, which is read-only, or "" if the
// service does not listen.
func (s *Server) SecondaryEndpoint(service operation.Service) string {
	if at := s.Endpoint(service); at != "" {
		return at + auth.Secondary
	}
	return ""
}

// ConnectionString returns the string that Azure's clients connect with: the account, its key and the services that
// listen. If the server listens nowhere, the string names the addresses that its Client accepts.
func (s *Server) ConnectionString() string {
	s.mu.Lock()
	silent := len(s.listeners) == 0
	s.mu.Unlock()
	c := "DefaultEndpointsProtocol=" + s.scheme() + ";AccountName=" + s.account + ";AccountKey=" + s.key + ";"
	for _, e := range services {
		at := s.Endpoint(e.name)
		if silent {
			at = s.InProcessEndpoint(e.name)
		}
		if at != "" {
			c += e.setting() + "=" + at + ";"
		}
	}
	return c
}
