// Package smb serves the files of the File service over SMB 2.1 to 3.1.1, in addition to REST. There is one tree and
// one table of open handles, so each protocol sees what the other has open.
//
// The package is separate from the server that Go programs import, because it brings a library for the protocol
// (github.com/jfjallid/go-smb). The library implements the protocol. This package and the table of handles decide who
// may open a file, and what happens to it.
//
// Byte-range locks, oplocks, SMB leases, durable handles, security descriptors and named pipes are not supported. The
// library has no byte-range locks, and no clause needs the others.
package smb

import (
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jfjallid/go-smb/smb/server"

	"ifmatch/reference/store/files"
)

// Options say which files a server shows, and to whom.
type Options struct {
	// Files is the store of the File service: (*reference.Server).Files.
	Files files.Store
	// Account is the name with which clients log in. Key is the password: the account's key in base64, as text.
	Account, Key string
	// RequireEncryption refuses clients that do not encrypt, as Azure does if secure transfer is required. SMB 2.1
	// cannot encrypt.
	RequireEncryption bool
}

// Server serves connections. They all see the same files.
type Server struct {
	options  Options
	identity identity
	sessions atomic.Uint64 // number of the newest session of any connection

	mu          sync.Mutex
	closed      bool
	listeners   map[net.Listener]struct{}
	connections map[*connection]struct{}
	done        sync.WaitGroup // connections that are served
}

// New makes a server that does not listen yet.
func New(o Options) *Server {
	return &Server{
		options:     o,
		identity:    newIdentity(o.Account, o.Key),
		listeners:   make(map[net.Listener]struct{}),
		connections: make(map[*connection]struct{}),
	}
}

const (
	mostConnections = 512
	// acceptPause is how long to wait when the machine has no room for another connection.
	acceptPause = 50 * time.Millisecond
)

// Serve accepts connections until the listener or the server is closed, and returns the reason: net.ErrClosed after
// Close.
func (s *Server) Serve(l net.Listener) error {
	if !s.keep(func() { s.listeners[l] = struct{}{} }) {
		_ = l.Close()
		return net.ErrClosed
	}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.listeners, l)
	}()
	for {
		c, err := l.Accept()
		var passing net.Error
		switch {
		case err == nil:
			s.ServeConn(c)
		case errors.As(err, &passing) && passing.Timeout():
			time.Sleep(acceptPause)
		default:
			return err
		}
	}
}

// ServeConn serves one connection, not necessarily of a network, and returns at once. Either side may close the
// connection; ended is closed once everything that it had open is released.
func (s *Server) ServeConn(c net.Conn) (ended <-chan struct{}) {
	served := newConnection(c, surroundings{
		identity: s.identity, files: s.options.Files, requireEncryption: s.options.RequireEncryption,
		show: func(c *connection, name string) server.VFS {
			return &share{connection: c, store: s.options.Files, name: name}
		},
		number: func() uint64 { return s.sessions.Add(1) },
		forget: s.forget,
	})
	taken := s.keep(func() {
		if len(s.connections) < mostConnections {
			s.connections[served] = struct{}{}
			s.done.Add(1)
		} else {
			served = nil
		}
	})
	if !taken || served == nil {
		_ = c.Close()
		none := make(chan struct{})
		close(none)
		return none
	}
	served.start()
	return served.released
}

// keep runs do if the server is open, and reports whether it is.
func (s *Server) keep(do func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		do()
	}
	return !s.closed
}

// forget drops a connection that has ended.
func (s *Server) forget(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, found := s.connections[c]; found {
		delete(s.connections, c)
		s.done.Done()
	}
}

// Close ends all listeners and connections. It returns when everything that they had open is released.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	for l := range s.listeners {
		_ = l.Close() // Serve returns the error
	}
	for c := range s.connections {
		c.cut()
	}
	s.mu.Unlock()
	s.done.Wait()
}
