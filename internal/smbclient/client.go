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
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	protocol "github.com/jfjallid/go-smb/smb"
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
	share string
	// within bounds each answer; 0: it may take for ever.
	within time.Duration
}

// domain is what Microsoft's instructions have clients of an account say.
const domain = "AZURE"

// loginTimeout is how long a login may take: a few exchanges with a slow service.
const loginTimeout = 20 * time.Second

// quiet keeps the library from printing what sentences expect.
var quiet = sync.OnceFunc(func() { golog.SetAll(golog.LevelNone, 0, io.Discard, io.Discard) })

// Dial logs in over a connection, which is closed if that fails, and connects to a share. It
// encrypts where the server can.
func Dial(conn net.Conn, who Login, share string) (*Client, error) {
	quiet()
	_ = conn.SetDeadline(time.Now().Add(loginTimeout)) // without one it takes longer to say the same
	c, err := protocol.NewConnection(protocol.Options{
		Host: "server", Port: 445, SMB2Only: true, ProxyDialer: given{conn}, DialTimeout: loginTimeout, CreditReserveTimeout: loginTimeout,
		Initiator: &spnego.NTLMInitiator{User: who.Account, Password: who.Key, Domain: domain},
	})
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("log in over SMB: %w", err)
	}
	if err := c.TreeConnect(share); err != nil {
		conn.Close()
		return nil, fmt.Errorf("connect to the share %s over SMB: %w", share, err)
	}
	_ = conn.SetDeadline(time.Time{}) // from now on a handle may be held for long
	return &Client{conn: c, wire: conn, share: share}, nil
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

// Opening is what a file is opened with.
type Opening struct {
	Access, Share Kinds
	Directory     bool
	DeleteOnClose bool
}

// Open opens a file or directory that exists. What the server refuses is a Status.
func (c *Client) Open(path string, o Opening) (*Handle, error) {
	defer c.timed()()
	q := protocol.NewCreateReqOpts()
	q.DesiredAccess, q.ShareAccess, q.CreateDisp = o.Access.mask(), uint32(o.Share), protocol.FileOpen
	q.CreateOpts = protocol.FileNonDirectoryFile
	if o.Directory {
		q.CreateOpts = protocol.FileDirectoryFile
	}
	if o.DeleteOnClose {
		q.CreateOpts |= protocol.FileDeleteOnClose
	}
	f, err := c.conn.OpenFileExt(c.share, path, q)
	if err != nil {
		return nil, answered(err)
	}
	return &Handle{c, f}, nil
}

// Handle is something that a client has open.
type Handle struct {
	client *Client
	file   *protocol.File
}

// Close closes it.
func (h *Handle) Close() error {
	defer h.client.timed()()
	return answered(h.file.CloseFile())
}

// SetDeletePending marks the file for deletion, or takes the mark back. FILE-GOSMB-02
func (h *Handle) SetDeletePending(pending bool) error {
	value := []byte{0}
	if pending {
		value[0] = 1
	}
	q, err := h.client.conn.NewSetInfoReq(h.client.share, h.file.FileID())
	if err != nil {
		return err
	}
	q.InfoType, q.FileInfoClass, q.Buffer = protocol.OInfoFile, protocol.FileDispositionInformation, value
	return h.send(q.MarshalBinary())
}

// Lock locks a range of bytes for itself, or fails at once.
func (h *Handle) Lock(from, n uint64) error {
	const structure, exclusive, atOnce = 48, 0x2, 0x10
	like, err := h.client.conn.NewSetInfoReq(h.client.share, h.file.FileID())
	if err != nil {
		return err
	}
	q, err := like.MarshalBinary()
	if err != nil {
		return err
	}
	q = q[:64] // its header knows session and tree
	binary.LittleEndian.PutUint16(q[12:], protocol.CommandLock)
	q = binary.LittleEndian.AppendUint16(q, structure)
	q = binary.LittleEndian.AppendUint16(q, 1)
	q = binary.LittleEndian.AppendUint32(q, 0)
	q = append(q, h.file.FileID()...)
	q = binary.LittleEndian.AppendUint64(q, from)
	q = binary.LittleEndian.AppendUint64(q, n)
	q = binary.LittleEndian.AppendUint32(q, exclusive|atOnce)
	return h.send(binary.LittleEndian.AppendUint32(q, 0), nil)
}

// send sends a request that is answered with a status alone.
func (h *Handle) send(pdu []byte, err error) error {
	if err != nil {
		return err
	}
	defer h.client.timed()()
	answer, err := h.client.conn.SendRawPDU(pdu)
	if err != nil {
		return answered(err)
	}
	var header protocol.Header
	if err := header.UnmarshalBinary(answer); err != nil {
		return fmt.Errorf("read the answer over SMB: %w", err)
	}
	if header.Status != protocol.StatusOk {
		return Status(header.Status)
	}
	return nil
}

// Read reads from the beginning, no more than n bytes.
func (h *Handle) Read(n int) ([]byte, error) {
	defer h.client.timed()()
	data := make([]byte, n)
	got, err := h.file.ReadFile(data, 0)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return data[:got], answered(err)
}

// Write writes at the beginning.
func (h *Handle) Write(data []byte) error {
	defer h.client.timed()()
	_, err := h.file.WriteFile(data, 0)
	return answered(err)
}

// answered makes a status of an error that is one.
func answered(err error) error {
	var refused *protocol.NTStatusError
	if errors.As(err, &refused) {
		return Status(refused.Status)
	}
	return err
}
