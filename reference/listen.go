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

// What a client may take its time for. A server for tests may be generous, but not endlessly.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 2 * time.Minute // a whole request; a test may hold a body half sent for a while
	writeTimeout  = 2 * time.Minute
	idleTimeout   = 2 * time.Minute
	maxHeader     = 64 << 10
	closeTimeout  = 2 * time.Second
)

// Listen opens a service on an address such as "127.0.0.1:10000" or "[::1]:10000"; port 0 picks a free one. It returns the
// address that clients reach it at. A service listens on one address at a time.
func (s *Server) Listen(ctx context.Context, service operation.Service, address string) (string, error) {
	h := s.withRate(s.joint(service))
	if h == nil {
		return "", fmt.Errorf("listening on %s: the server has no %s service", address, service)
	}
	if v, _ := s.clock.(*clock.Virtual); v != nil || s.faults != nil || s.exposed {
		h = s.withControl(h, v)
	}
	return s.listen(ctx, service, address, h)
}

// issuerService stands for the issuer among what listens.
const issuerService operation.Service = "issuer"

// ListenIssuer starts a login service that issues tokens which the server accepts, to every client that sends a client
// secret, whatever it is. The returned URL is the authority for Microsoft's identity libraries (AZURE_AUTHORITY_HOST), with
// any tenant. It needs Options.Tokens and a Certificate.
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

// SetTokenLifetime sets the lifetime of the tokens that the server's own issuer issues from now on, an hour by default; 0
// or less locks every client out. A server that accepts no tokens ignores it.
func (s *Server) SetTokenLifetime(d time.Duration) {
	if s.issuer != nil {
		s.issuer.SetLifetime(d)
	}
}

// listen opens a service, whose requests a handler answers.
func (s *Server) listen(ctx context.Context, service operation.Service, address string, h http.Handler) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.listeners[service]; old != nil {
		return "", fmt.Errorf("listening on %s: the %s service listens on %s already, close the server first", address, service, old.address)
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
		ErrorLog:          log.New(discard{}, "", 0), // what clients do to their connections is no news
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

// Close stops listening. Requests that are being answered get a moment to finish. What the server holds is kept: it
// can listen again.
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
			_ = l.server.Close() // cuts who is still connected
			failed = fmt.Errorf("closing the %s service: %w", service, err)
		}
		<-l.done
	}
	return failed
}

// Endpoint is the URL of a service that listens, without a slash at the end; empty for one that does not.
func (s *Server) Endpoint(service operation.Service) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.listeners[service]; l != nil {
		return s.scheme() + "://" + l.address + "/" + s.account
	}
	return ""
}

// scheme is what the server speaks where it listens.
func (s *Server) scheme() string {
	if s.certificate != nil {
		return "https"
	}
	return "http"
}

// Authority returns the certificate, in PEM, that clients must trust if the server uses https; nil if it does not.
func (s *Server) Authority() []byte {
	if s.certificate == nil {
		return nil
	}
	return s.certificate.Authority
}

// SecondaryEndpoint is the URL of a service that listens, at the secondary location, which is for reading only; empty for
// one that does not.
func (s *Server) SecondaryEndpoint(service operation.Service) string {
	if at := s.Endpoint(service); at != "" {
		return at + auth.Secondary
	}
	return ""
}

// ConnectionString is what Azure's clients connect with: the account, its key and the services that listen. Of a server that
// listens nowhere it names the addresses that its Client knows.
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
