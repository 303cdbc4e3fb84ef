package smb

import (
	"crypto/rand"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/jfjallid/go-smb/ntlmssp"
	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/server"

	"ifmatch/reference/store/files"
)

// connection is the connection of one client. The library's server behind it serves only this connection, for two
// reasons. That server reads the list of shares without a lock. And a client that logs in again with the number of its
// last session would end sessions of other clients with that number.
//
// Everything except start and cut happens on the connection's own goroutine.
type connection struct {
	surroundings
	conn  net.Conn
	inner *server.Server

	sessions map[*server.Session]uint64
	open     map[opened]struct{}
	released chan struct{} // closed when everything is released
}

// surroundings are the parts of the server that a connection can see.
type surroundings struct {
	identity          identity
	files             files.Store
	requireEncryption bool
	show              func(c *connection, share string) server.VFS
	number            func() uint64     // number of the next session
	forget            func(*connection) // called when the connection has ended
}

// opened is something that a client has open.
type opened interface {
	by(s *server.Session) bool
	close()
}

func newConnection(conn net.Conn, around surroundings) *connection {
	c := &connection{surroundings: around, conn: conn, sessions: make(map[*server.Session]uint64), open: make(map[opened]struct{}), released: make(chan struct{})}
	c.inner = &server.Server{Config: &server.ServerConfig{
		ServerGUID:          c.identity.guid,
		NetBIOSName:         "FILES",
		MinDialect:          protocol.DialectSmb_2_1,
		MaxDialect:          protocol.DialectSmb_3_1_1,
		EncryptionSupported: true,
		RequireEncryption:   c.requireEncryption,
		MaxReadSize:         1 << 20,
		MaxWriteSize:        1 << 20,
		MaxTransactSize:     1 << 20,
		IdleTimeout:         -1, // none: a client may hold a handle without sending anything
		Shares:              make(map[string]server.Share),
		Authenticator:       login{c.identity, c.admitted},
		OnRawRequest:        func(*server.Conn, []byte) (bool, error) { c.refresh(); return false, nil },
		OnLogoff:            func(_ *server.Conn, s *server.Session) { c.logoff(s) },
		OnDisconnect:        func(*server.Conn) { c.ended() },
		Logger:              silent{},
	}}
	return c
}

// loginTimeout is how long a client may take to log in. Afterwards it may hold a handle without sending anything.
const loginTimeout = 30 * time.Second

// start serves the connection on its own goroutine.
func (c *connection) start() {
	_ = c.conn.SetDeadline(time.Now().Add(loginTimeout)) // a connection without deadlines works as well
	_ = c.inner.Serve(&single{conn: c.conn})             // returns at once: there is only one connection to accept
}

// cut closes the connection from another goroutine.
func (c *connection) cut() { _ = c.conn.Close() } // it may be closed already

// admitted is called when a client has logged in.
func (c *connection) admitted() { _ = c.conn.SetDeadline(time.Time{}) }

// refresh updates the list of shares, because REST clients create and delete shares meanwhile.
func (c *connection) refresh() {
	shares := c.inner.Config.Shares
	for name := range shares {
		if s := c.files.Share(name); s == nil || s.Deleted() {
			delete(shares, name)
		}
	}
	c.files.ListShares("", func(name string, s *files.Share) bool {
		if _, known := shares[name]; !known && !s.Deleted() {
			shares[name] = server.Share{Name: name, Type: protocol.ShareTypeDisk, VFS: c.show(c, name)}
		}
		return true
	})
}

// session returns the number of a session, which is unique among all connections.
func (c *connection) session(s *server.Session) uint64 {
	n, found := c.sessions[s]
	if !found {
		n = c.number()
		c.sessions[s] = n
	}
	return n
}

// logoff closes everything that a session has open. The library would do so only at the end of the connection.
func (c *connection) logoff(s *server.Session) {
	for h := range c.open {
		if h.by(s) {
			h.close()
		}
	}
	delete(c.sessions, s)
}

// ended is called when the connection and everything that it had open are closed.
func (c *connection) ended() {
	close(c.released)
	c.forget(c)
}

// single is a listener with one connection to accept.
type single struct {
	once sync.Once
	conn net.Conn
}

func (s *single) Accept() (c net.Conn, err error) {
	err = net.ErrClosed
	s.once.Do(func() { c, err = s.conn, nil })
	return c, err
}

func (s *single) Close() error { return nil }

func (s *single) Addr() net.Addr { return s.conn.LocalAddr() }

// silent discards the library's messages about clients.
type silent struct{}

func (silent) Errorf(string, ...any)  {}
func (silent) Errorln(...any)         {}
func (silent) Noticef(string, ...any) {}
func (silent) Noticeln(...any)        {}
func (silent) Infof(string, ...any)   {}
func (silent) Infoln(...any)          {}
func (silent) Debugf(string, ...any)  {}
func (silent) Debugln(...any)         {}

// identity is the identity of the server, and the account that it knows.
type identity struct {
	guid     [16]byte
	accounts *server.MapAuthenticator
}

// newIdentity makes an identity that knows one account. The client's domain does not matter.
func newIdentity(account, key string) (i identity) {
	_, _ = rand.Read(i.guid[:]) // never fails
	i.accounts = &server.MapAuthenticator{Accounts: map[string]*server.Account{strings.ToLower(account): {NTHash: ntlmssp.Ntowfv1(key)}}}
	return i
}

// login verifies NTLMv2 with the account's key as the password, and calls admitted when a client has logged in.
type login struct {
	identity
	admitted func()
}

// Verify admits a client, or returns the status of the refusal.
func (l login) Verify(c *server.Conn, a *ntlmssp.Authenticate, challenge [8]byte) (sessionKey []byte, status uint32) {
	sessionKey, status = l.accounts.Verify(c, a, challenge)
	if status == protocol.StatusOk {
		l.admitted()
	}
	return sessionKey, status
}
