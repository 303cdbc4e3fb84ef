// Package smbclient is an SMB client that chooses the access and share mode of each open. The
// sentences of the suite and the clients of a load use it.
//
// The codec of the protocol is a library, github.com/jfjallid/go-smb, on which the reference's SMB
// server is also based. Judge and judged share nothing else: this package decides which requests are
// made, and what an answer means, from statuses alone. A mistake in the codec would not show. So
// Samba's client tests the reference's server, and the suite also judges Samba's server
// (make conform-samba).
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
	_ "github.com/jfjallid/go-smb/smb/server" // creates its loggers before they are silenced
	"github.com/jfjallid/go-smb/spnego"
	"github.com/jfjallid/golog"
)

// Client is connected to one share.
type Client struct {
	conn  *protocol.Connection
	wire  net.Conn
	tap   *tap
	share string
	// within bounds each answer; 0: no limit.
	within time.Duration
	now    func() time.Time

	mu     sync.Mutex
	caches map[[16]byte]*cache // by lease key
}

// domain is the domain that Microsoft's instructions tell clients of an account to use.
const domain = "AZURE"

// loginTimeout is how long a login may take: a few exchanges with a slow service.
const loginTimeout = 20 * time.Second

// The library logs refusals that sentences expect. It has one log level for the whole process, which
// must be set before any of its goroutines run, including those of its server.
func init() { golog.SetAll(golog.LevelNone, 0, io.Discard, io.Discard) }

// Dial logs in over a connection and connects to a share. It closes the connection on failure, and
// encrypts if the server can.
func Dial(conn net.Conn, who Login, share string) (*Client, error) {
	_ = conn.SetDeadline(time.Now().Add(loginTimeout)) // if it fails, the login fails later
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
	return &Client{conn: c, wire: conn, tap: wire, share: share, now: time.Now}, nil
}

// Within bounds the time of each answer from now on. A later answer counts as missing, and the connection is unusable
// afterwards.
func (c *Client) Within(d time.Duration) { c.within = d }

// Clock tells the client the time from now on, which is that of the machine otherwise.
func (c *Client) Clock(now func() time.Time) { c.now = now }

// timed sets the deadline for the next exchange. It returns a function that removes the deadline.
func (c *Client) timed() func() {
	if c.within == 0 {
		return func() {}
	}
	_ = c.wire.SetDeadline(time.Now().Add(c.within)) // if the connection is closed, the exchange fails
	return func() { _ = c.wire.SetDeadline(time.Time{}) }
}

// given is a connection that exists already.
type given struct{ conn net.Conn }

func (g given) Dial(string, string) (net.Conn, error) { return g.conn, nil }

func (g given) DialContext(context.Context, string, string) (net.Conn, error) { return g.conn, nil }

// Close leaves the share and closes the connection.
func (c *Client) Close() { c.conn.Close() }

// Break closes the connection as a machine does that loses power.
func (c *Client) Break() { c.wire.Close() }

// Echo only asks for an answer: by then the client has received everything that the server sent before it.
func (c *Client) Echo() error {
	defer c.timed()()
	return answered(c.conn.Echo())
}

// answered converts an error that is a refusal into its Status.
func answered(err error) error {
	var refused *protocol.NTStatusError
	if errors.As(err, &refused) {
		return Status(refused.Status)
	}
	return err
}

// ask sends a request. A refusal by the server is a Status.
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
