package transport

import (
	"context"
	"crypto/tls"
	"net"
	"strings"
	"syscall"
	"time"
)

// link is one connection of a lean session.
type link struct {
	host   string
	secure bool
	conn   net.Conn // TLS, if secure
	socket net.Conn
	raw    syscall.RawConn
	probe  func(fd uintptr) bool // looks at the socket, and sets gone
	gone   bool
}

// dial connects to the host of a request.
func dial(ctx context.Context, req *Request, config *tls.Config, deadline time.Time) (*link, error) {
	dialer := net.Dialer{Deadline: deadline}
	address, name := splitHost(req.Host, req.Secure)
	socket, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	l := &link{host: req.Host, secure: req.Secure, conn: socket, socket: socket}
	if tcp, ok := socket.(*net.TCPConn); ok {
		if l.raw, err = tcp.SyscallConn(); err != nil {
			l.close()
			return nil, err
		}
	}
	var buffer [1]byte
	l.probe = func(fd uintptr) bool {
		l.gone = closedSocket(fd, buffer[:])
		return true
	}
	if err := socket.SetDeadline(deadline); err != nil {
		l.close()
		return nil, err
	}
	if !req.Secure {
		return l, nil
	}
	if config.ServerName == "" {
		config = config.Clone()
		config.ServerName = name
	}
	secured := tls.Client(socket, config)
	if err := secured.HandshakeContext(ctx); err != nil {
		l.close()
		return nil, handshakeError(err)
	}
	l.conn = secured
	return l, nil
}

// handshakeError returns the error of a failed handshake, unless the network is
// the cause.
func handshakeError(err error) error {
	if classify(err) == Malformed {
		return &problem{failure: Handshake}
	}
	return err
}

// splitHost returns the address to connect to, with the port, and the name for
// which the server's certificate must be valid.
func splitHost(host string, secure bool) (address, name string) {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return host, name
	}
	name = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	port := "80"
	if secure {
		port = "443"
	}
	return net.JoinHostPort(name, port), name
}

// closedByPeer reports whether an idle connection is useless: the server has
// closed it, or has sent unrequested bytes.
func (l *link) closedByPeer() bool {
	if l.raw == nil {
		return false
	}
	err := l.raw.Read(l.probe)
	return err != nil || l.gone
}

// close ends the connection at once; closing TLS would first try to say goodbye.
func (l *link) close() { _ = l.socket.Close() }
