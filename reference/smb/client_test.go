package smb_test

import (
	"context"
	"encoding/binary"
	"errors"
	"net"
	"testing"
	"time"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/spnego"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/handles"
	"ifmatch/reference/smb"
	"ifmatch/reference/store/files"
)

// stage is an SMB server, and the reference server whose files it shows. They have a share "box".
type stage struct {
	server *smb.Server
	rest   *reference.Server
}

func start(t testing.TB, o smb.Options) stage {
	t.Helper()
	s := stage{rest: reference.New(reference.Options{Clock: clock.NewVirtual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))})}
	o.Files, o.Account, o.Key = s.rest.Files(), s.rest.Account(), s.rest.Key()
	s.server = smb.New(o)
	t.Cleanup(s.server.Close)
	s.makeShare(t, "box")
	return s
}

func (s stage) makeShare(t testing.TB, name string) {
	t.Helper()
	if _, err := s.rest.Files().UpdateShare(name, func(*files.Share, files.Moment) (*files.Share, error) { return &files.Share{Quota: 1}, nil }); err != nil {
		t.Fatal(err)
	}
}

// look reads the files.
func (s stage) look(t testing.TB, look func(*files.Tree)) {
	t.Helper()
	if err := s.rest.Files().Read("box", "", func(tree *files.Tree) error { look(tree); return nil }); err != nil {
		t.Fatal(err)
	}
}

// put makes a file, as a REST client would.
func (s stage) put(t testing.TB, name string) {
	t.Helper()
	err := s.rest.Files().Change("box", func(tree *files.Tree, at files.Moment) error {
		parent, n := tree.Find([]string{name})
		if n == nil {
			tree.Add(parent, name, &files.File{Stamp: at.Stamp(), SMB: files.SMB{Attributes: files.Archive, Created: at.Now, LastWrite: at.Now, Changed: at.Now}})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// piped connects clients to the server without a socket.
type piped struct {
	server *smb.Server
	last   net.Conn
}

func (p *piped) Dial(string, string) (net.Conn, error) {
	client, server := net.Pipe()
	p.server.ServeConn(server)
	p.last = client
	return client, nil
}

func (p *piped) DialContext(context.Context, string, string) (net.Conn, error) { return p.Dial("", "") }

// client is logged in and connected to the share "box".
type client struct {
	*protocol.Connection
	wire *piped
}

func options(s stage, p *piped) protocol.Options {
	return protocol.Options{
		Host: "server", Port: 445, SMB2Only: true, ProxyDialer: p, Encryption: protocol.EncryptionDisabled,
		DialTimeout: 10 * time.Second, CreditReserveTimeout: 10 * time.Second,
		Initiator: &spnego.NTLMInitiator{User: s.rest.Account(), Password: s.rest.Key()},
	}
}

func dial(t testing.TB, s stage, change func(*protocol.Options)) client {
	t.Helper()
	p := &piped{server: s.server}
	o := options(s, p)
	if change != nil {
		change(&o)
	}
	c, err := protocol.NewConnection(o)
	if err != nil {
		t.Fatalf("log in: %v", err)
	}
	t.Cleanup(c.Close)
	if err := c.TreeConnect("box"); err != nil {
		t.Fatalf("connect to the share: %v", err)
	}
	return client{c, p}
}

// mask returns the access mask for kinds of access; None asks for the attributes.
func mask(a handles.Access) uint32 {
	m := protocol.FAccMaskFileReadAttributes | protocol.FAccMaskSynchronize
	for kind, bits := range map[handles.Access]uint32{handles.Read: protocol.FAccMaskFileReadData, handles.Write: protocol.FAccMaskFileWriteData, handles.Delete: protocol.FAccMaskDelete} {
		if a&kind != 0 {
			m |= bits
		}
	}
	return m
}

// opening holds the parameters with which a test opens a file.
type opening struct {
	access, share        handles.Access
	disposition, options uint32
}

func (c client) open(name string, o opening) (*protocol.File, error) {
	q := protocol.NewCreateReqOpts()
	q.DesiredAccess, q.ShareAccess, q.CreateDisp, q.CreateOpts = mask(o.access), uint32(o.share), o.disposition, o.options
	if q.CreateDisp == 0 {
		q.CreateDisp = protocol.FileOpen
	}
	return c.OpenFileExt("box", name, q)
}

// must opens a file and expects success.
func (c client) must(t testing.TB, name string, o opening) *protocol.File {
	t.Helper()
	f, err := c.open(name, o)
	if err != nil {
		t.Fatalf("open %s with %+v: %v", name, o, err)
	}
	return f
}

// set sends a SET_INFO of a file.
func (c client) set(f *protocol.File, class byte, value []byte) error {
	q, err := c.NewSetInfoReq("box", f.FileID())
	if err != nil {
		return err
	}
	q.InfoType, q.FileInfoClass, q.Buffer = protocol.OInfoFile, class, value
	pdu, err := q.MarshalBinary()
	if err != nil {
		return err
	}
	answer, err := c.SendRawPDU(pdu)
	if err != nil {
		return err
	}
	var h protocol.Header
	if err := h.UnmarshalBinary(answer[:64]); err != nil {
		return err
	}
	if h.Status != protocol.StatusOk {
		return &protocol.NTStatusError{Op: "SetInfo", Status: h.Status}
	}
	return nil
}

// pend marks the file of a handle for deletion, or removes the mark.
func (c client) pend(f *protocol.File, pending bool) error {
	value := []byte{0}
	if pending {
		value[0] = 1
	}
	return c.set(f, protocol.FileDispositionInformation, value)
}

// resize sets the length of a file.
func (c client) resize(f *protocol.File, size uint64) error {
	return c.set(f, protocol.FileEndOfFileInformation, binary.LittleEndian.AppendUint64(nil, size))
}

// status returns the NTSTATUS of a refusal, or 0 for success.
func status(err error) uint32 {
	var refused *protocol.NTStatusError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &refused):
		return refused.Status
	}
	return 1 // no answer at all
}

const (
	sharingViolation = 0xC0000043
	deletePending    = 0xC0000056
)

// eventually waits for something that a server does on its own, such as noticing that a client is gone.
func eventually(t *testing.T, what string, reached func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !reached(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s has not come about within 10 s", what)
		}
	}
}

func (s stage) handles(t *testing.T) (n int) {
	t.Helper()
	s.look(t, func(tree *files.Tree) { n = tree.Handles.Len() })
	return n
}
