package target

import (
	"context"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"ifmatch/internal/sendonce"
)

// EndpointOptions restrict the use of an account.
type EndpointOptions struct {
	// Versions holds the x-ms-version to send to a service; for other services it
	// is the SDK's own.
	Versions map[Service]string
	// Services are the services to use; empty means all that the connection
	// offers.
	Services []Service
	// AccountWrites allows the capability AccountWrites on other machines too.
	AccountWrites bool
	// SMB is the address of the account's shares over SMB, HOST:PORT; empty: it
	// has no SMB.
	SMB string
}

// endpoint is an account that is reached only by its protocol.
type endpoint struct {
	info       Info
	credential Credential
	transport  *sendonce.Transport
	writes     bool
	smb        string
}

// NewEndpoint returns the account at conn as a target. It sends nothing yet. All
// sessions share the account, one pool of connections and real time. It returns a
// *UsageError if conn does not offer a requested service.
func NewEndpoint(conn Connection, o EndpointOptions) (Target, error) {
	endpoints := maps.Clone(conn.Endpoints)
	if len(o.Services) > 0 {
		for _, s := range o.Services {
			if endpoints[s] == "" {
				return nil, usagef("use the target %s: it has no %s endpoint; add the endpoint to the connection string, or leave out what needs the %s service",
					conn.Name, s, s)
			}
		}
		maps.DeleteFunc(endpoints, func(s Service, _ string) bool { return !slices.Contains(o.Services, s) })
	}
	if len(endpoints) == 0 {
		return nil, usagef("use the target %s: it has no endpoint", conn.Name)
	}
	versions := maps.Clone(o.Versions)
	maps.DeleteFunc(versions, func(s Service, _ string) bool { return endpoints[s] == "" })
	return &endpoint{
		info: Info{
			Name: conn.Name, Kind: "endpoint", Account: conn.Credential.Account,
			Endpoints: endpoints, Versions: versions,
			Loopback: Connection{Endpoints: endpoints}.Loopback(),
		},
		credential: conn.Credential,
		transport:  newTransport(),
		writes:     o.AccountWrites,
		smb:        o.SMB,
	}, nil
}

func (e *endpoint) Info() Info {
	info := e.info
	info.Endpoints, info.Versions = maps.Clone(info.Endpoints), maps.Clone(info.Versions)
	return info
}

// Has reports whether the account has a capability. AccountKey and SMB need the
// account's key. The protocol can neither hold copies nor move time.
func (e *endpoint) Has(c Capability) bool {
	switch c {
	case AccountKey:
		return e.credential.Key != ""
	case AccountWrites:
		return e.writes || e.info.Loopback
	case SMB:
		return e.smb != "" && e.credential.Key != "" // the key is the password
	case SoftDelete:
		return true // cases presuppose it: see features/accounts.tsv
	}
	return false
}

// CloseIdleConnections closes connections that no exchange uses: a server that is closed waits for those on which
// nothing was ever asked.
func (e *endpoint) CloseIdleConnections() { e.transport.CloseIdleConnections() }

// Session returns the account itself: scenarios are separated by the names of what
// they create.
func (e *endpoint) Session(ctx context.Context, _ string) (*Session, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	info := e.Info()
	s := &Session{
		Endpoints: info.Endpoints, Versions: info.Versions, Credential: e.credential,
		Transport: namingProxy{e.transport}, Clock: RealClock{}, Close: func() {},
	}
	if e.Has(SMB) {
		s.DialSMB = func(ctx context.Context) (net.Conn, error) { return dial(ctx, "tcp", e.smb) }
	}
	if e.credential.Tokens != nil {
		s.Transport = bearing{s.Transport, e.credential.Tokens}
	}
	return s, nil
}

const (
	// dialTimeout allows for a lost SYN or two on the way to another continent.
	dialTimeout = 10 * time.Second
	// idleTimeout is shorter than the 5 s after which Node servers, such as
	// Azurite, close a kept connection. A request sent while the server closes is
	// lost, and it is unknown whether it was served.
	idleTimeout = 3 * time.Second
	// idlePerHost lets hundreds of cases that wait at the same time reuse open
	// connections.
	idlePerHost = 1024
	// maxHeader is far above what a storage service sends.
	maxHeader = 1 << 20
)

// newTransport returns a transport that shows what is on the wire: nothing is sent
// twice, no transparent decompression, certificates verified against the system's
// roots. The request's context bounds the time of an answer.
func newTransport() *sendonce.Transport {
	return sendonce.Over(&http.Transport{
		Proxy:                  proxy,
		DialContext:            dial,
		DisableCompression:     true,
		MaxIdleConnsPerHost:    idlePerHost,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    dialTimeout,
		MaxResponseHeaderBytes: maxHeader,
	})
}

// dial connects. Emulators use names below .localhost for host-style addresses;
// dial connects them to this machine even if the resolver does not.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	if host, port, err := net.SplitHostPort(address); err == nil && strings.HasSuffix(strings.ToLower(host), ".localhost") {
		address = net.JoinHostPort("localhost", port)
	}
	d := net.Dialer{Timeout: dialTimeout}
	return d.DialContext(ctx, network, address)
}
