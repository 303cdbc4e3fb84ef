package embedded

import (
	"context"
	"net"
	"net/http"

	"ifmatch/internal/sendonce"
	"ifmatch/internal/target"
	"ifmatch/reference"
)

// way says how requests reach a server.
type way struct {
	endpoints map[target.Service]string
	transport http.RoundTripper
	close     func()
}

// direct calls the server without a socket. The endpoints are the defaults of `ifmatch serve`,
// so that requests in a report can be repeated there.
func direct(server *reference.Server) way {
	endpoints := map[target.Service]string{}
	for _, s := range reference.Services() {
		endpoints[target.Service(s)] = server.InProcessEndpoint(s)
	}
	return way{endpoints, server.RoundTripper(), func() {}}
}

// listening puts the server on a free loopback port with its own connections, which end with
// it.
func listening(ctx context.Context, server *reference.Server) (way, error) {
	endpoints := map[target.Service]string{}
	for _, s := range reference.Services() {
		if _, err := server.Listen(ctx, s, "127.0.0.1:0"); err != nil {
			_ = server.Close() // the services that listen already
			return way{}, err
		}
		endpoints[target.Service(s)] = server.Endpoint(s)
	}
	transport := sendonce.Over(&http.Transport{DisableCompression: true, MaxIdleConnsPerHost: connections, DialContext: dial})
	return way{endpoints, transport, func() {
		transport.CloseIdleConnections() // first, so that the server has nothing to wait for
		_ = server.Close()               // a request that still hangs belongs to a case that has its verdict
	}}, nil
}

// connections is more than the clients of any scenario.
const connections = 256

// dial connects so that the connection leaves nothing behind when it is closed. Otherwise,
// thousands of short-lived servers would use up the machine's ports with connections that
// wait for stray packets.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	if tcp, ok := c.(*net.TCPConn); ok {
		if err := tcp.SetLinger(0); err != nil {
			c.Close()
			return nil, err
		}
	}
	return c, nil
}
