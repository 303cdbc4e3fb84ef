// Package smbclient is a client of SMB that chooses access and share mode of what it opens. The
// sentences of the suite and the clients of a load stand on it.
//
// The codec of the protocol is a library's, github.com/jfjallid/go-smb, and the reference's
// server of SMB stands on the same one. That is all that judge and judged share: which
// requests are made and what an answer means is decided here, from statuses alone. Because a
// mistake of the codec would not show, Samba's client drives that server and Samba's server is
// asked what it is asked (make conform-samba).
package smbclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	protocol "github.com/jfjallid/go-smb/smb"
	_ "github.com/jfjallid/go-smb/smb/server" // has its loggers made before they are silenced
	"github.com/jfjallid/go-smb/spnego"
	"github.com/jfjallid/golog"
)

// Login is how a client gets in: by the account's name and its key in base64, as text.
type Login struct {
	Account, Key string
}

// Client is connected to one share.
type Client struct {
	conn  *protocol.Connection
	wire  net.Conn
	tap   *tap
	share string
	// within bounds each answer; 0: it may take for ever.
	within time.Duration

	mu     sync.Mutex
	caches map[[16]byte]*cache // by the keys of their leases
}

// domain is what Microsoft's instructions have clients of an account say.
const domain = "AZURE"

// loginTimeout is how long a login may take: a few exchanges with a slow service.
const loginTimeout = 20 * time.Second

// The library prints what sentences expect. It has one level for the whole process, which
// must be set before any of its goroutines run: those of its server too, if one is in here.
func init() { golog.SetAll(golog.LevelNone, 0, io.Discard, io.Discard) }

// Dial logs in over a connection, which is closed if that fails, and connects to a share. It
// encrypts where the server can.
func Dial(conn net.Conn, who Login, share string) (*Client, error) {
	_ = conn.SetDeadline(time.Now().Add(loginTimeout)) // without one it takes longer to say the same
	wire := &tap{Conn: conn}
	initiator := &spnego.NTLMInitiator{User: who.Account, Password: who.Key, Domain: domain}
	c, err := protocol.NewConnection(protocol.Options{
		Host: "server", Port: 445, SMB2Only: true, ProxyDialer: given{wire}, DialTimeout: loginTimeout, CreditReserveTimeout: loginTimeout,
		Initiator: initiator,
	})
	if err == nil {
		err = wire.learn(c.Dialect(), c.Cipher(), initiator.SessionKey())
	}
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("log in over SMB: %w", err)
	}
	if err := c.TreeConnect(share); err != nil {
		conn.Close()
		return nil, fmt.Errorf("connect to the share %s over SMB: %w", share, err)
	}
	_ = conn.SetDeadline(time.Time{}) // from now on a handle may be held for long
	return &Client{conn: c, wire: conn, tap: wire, share: share}, nil
}

// Within bounds the time that each answer may take from now on. One that takes longer is none, and the connection is of no
// use afterwards.
func (c *Client) Within(d time.Duration) { c.within = d }

// timed lets the exchange that follows take no longer than it may. What it returns ends that.
func (c *Client) timed() func() {
	if c.within == 0 {
		return func() {}
	}
	_ = c.wire.SetDeadline(time.Now().Add(c.within)) // of a connection that is closed the exchange tells
	return func() { _ = c.wire.SetDeadline(time.Time{}) }
}

// given is a connection that is there already.
type given struct{ conn net.Conn }

func (g given) Dial(string, string) (net.Conn, error) { return g.conn, nil }

func (g given) DialContext(context.Context, string, string) (net.Conn, error) { return g.conn, nil }

// Close says good-bye: the share is left, and the connection closed.
func (c *Client) Close() { c.conn.Close() }

// Break closes the connection as a machine does that loses its power.
func (c *Client) Break() { c.wire.Close() }

// Echo asks for nothing but an answer: what the server sent before it, the client has by then.
func (c *Client) Echo() error {
	defer c.timed()()
	return answered(c.conn.Echo())
}

// answered makes a status of an error that is one.
func answered(err error) error {
	var refused *protocol.NTStatusError
	if errors.As(err, &refused) {
		return Status(refused.Status)
	}
	return err
}

// ask sends a request. What the server refuses is a Status.
func (c *Client) ask(pdu []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer c.timed()()
	answer, err := c.conn.SendRawPDU(pdu)
	if err != nil {
		return nil, err
	}
	var header protocol.Header
	if err := header.UnmarshalBinary(answer); err != nil {
		return nil, unreadable(err)
	}
	if header.Status != protocol.StatusOk {
		return nil, Status(header.Status)
	}
	return answer, nil
}

func unreadable(err error) error { return fmt.Errorf("read the answer over SMB: %w", err) }
