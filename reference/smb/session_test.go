package smb_test

import (
	"encoding/binary"
	"net"
	"testing"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/spnego"

	"ifmatch/reference/handles"
	"ifmatch/reference/smb"
	"ifmatch/reference/store/files"
)

// TestDialects uses each dialect in its weakest and in its strongest form.
func TestDialects(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		dialect uint16
		encrypt protocol.EncryptionPolicy
		cipher  uint16
		sign    bool
	}{
		{"2.1", protocol.DialectSmb_2_1, protocol.EncryptionDisabled, 0, false},
		{"2.1 signed", protocol.DialectSmb_2_1, protocol.EncryptionDisabled, 0, true},
		{"3.0 encrypted", protocol.DialectSmb_3_0, protocol.EncryptionRequired, 0, false},
		{"3.0.2 encrypted", protocol.DialectSmb_3_0_2, protocol.EncryptionRequired, 0, false},
		{"3.1.1", protocol.DialectSmb_3_1_1, protocol.EncryptionDisabled, 0, false},
		{"3.1.1 signed", protocol.DialectSmb_3_1_1, protocol.EncryptionDisabled, 0, true},
		{"3.1.1 AES-128-CCM", protocol.DialectSmb_3_1_1, protocol.EncryptionRequired, protocol.AES128CCM, false},
		{"3.1.1 AES-128-GCM", protocol.DialectSmb_3_1_1, protocol.EncryptionRequired, protocol.AES128GCM, false},
		{"3.1.1 AES-256-CCM", protocol.DialectSmb_3_1_1, protocol.EncryptionRequired, protocol.AES256CCM, false},
		{"3.1.1 AES-256-GCM", protocol.DialectSmb_3_1_1, protocol.EncryptionRequired, protocol.AES256GCM, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, smb.Options{})
			c := dial(t, s, func(o *protocol.Options) {
				o.Dialects, o.Encryption, o.RequireMessageSigning = []uint16{tc.dialect}, tc.encrypt, tc.sign
				if tc.cipher != 0 {
					o.Ciphers = []uint16{tc.cipher}
				}
			})
			if c.Dialect() != tc.dialect {
				t.Errorf("the dialect is %#x, want %#x", c.Dialect(), tc.dialect)
			}
			f := c.must(t, "file", opening{access: handles.Read | handles.Write, share: handles.All, disposition: protocol.FileCreate})
			long := make([]byte, 300_000)
			for i := range long {
				long[i] = byte(i * i >> 3)
			}
			for at := 0; at < len(long); at += 60_000 {
				if _, err := f.WriteFile(long[at:at+60_000], uint64(at)); err != nil {
					t.Fatal(err)
				}
			}
			read := make([]byte, len(long))
			for at := 0; at < len(read); {
				n, err := f.ReadFile(read[at:min(at+60_000, len(read))], uint64(at))
				if err != nil || n == 0 {
					t.Fatalf("read at %d: %d, %v", at, n, err)
				}
				at += n
			}
			if string(read) != string(long) {
				t.Error("what is read is not what was written")
			}
			if err := f.CloseFile(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLogin(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name     string
		change   func(*spnego.NTLMInitiator)
		admitted bool
	}{
		{"the account and its key", func(*spnego.NTLMInitiator) {}, true},
		{"whatever the case", func(i *spnego.NTLMInitiator) { i.User = "DevStoreAccount1" }, true},
		{"a domain", func(i *spnego.NTLMInitiator) { i.Domain = "AZURE" }, true},
		{"a wrong key", func(i *spnego.NTLMInitiator) { i.Password = "wrong" }, false},
		{"no key", func(i *spnego.NTLMInitiator) { i.Password = "" }, false},
		{"another account", func(i *spnego.NTLMInitiator) { i.User = "another" }, false},
		{"nobody", func(i *spnego.NTLMInitiator) { i.User, i.Password, i.NullSession = "", "", true }, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, smb.Options{})
			p := &piped{server: s.server}
			o := options(s, p)
			who := &spnego.NTLMInitiator{User: s.rest.Account(), Password: s.rest.Key()}
			tc.change(who)
			o.Initiator = who
			c, err := protocol.NewConnection(o)
			if err == nil {
				defer c.Close()
				err = c.TreeConnect("box")
			}
			if admitted := err == nil; admitted != tc.admitted {
				t.Errorf("log in: %v, want admitted: %v", err, tc.admitted)
			}
		})
	}
}

func TestEncryptionCanBeRequired(t *testing.T) {
	t.Parallel()
	s := start(t, smb.Options{RequireEncryption: true})
	dial(t, s, func(o *protocol.Options) { o.Encryption = protocol.EncryptionPreferred }).must(t, "", opening{share: handles.All}).CloseFile()
	o := options(s, &piped{server: s.server})
	o.Dialects = []uint16{protocol.DialectSmb_2_1}
	if c, err := protocol.NewConnection(o); err == nil {
		c.Close()
		t.Error("a client that cannot encrypt was admitted")
	}
}

// TestSharesComeAndGo connects to shares that REST clients create and delete while an SMB client is connected.
func TestSharesComeAndGo(t *testing.T) {
	t.Parallel()
	s := start(t, smb.Options{})
	c := dial(t, s, nil)
	if err := c.TreeConnect("later"); status(err) != protocol.StatusBadNetworkName {
		t.Errorf("connect to a share that there is not: %v", err)
	}
	s.makeShare(t, "later")
	if err := c.TreeConnect("later"); err != nil {
		t.Errorf("connect to a share that was made meanwhile: %v", err)
	}
	f := c.must(t, "file", opening{access: handles.Write, share: handles.All, disposition: protocol.FileCreate})
	deleted := func(_ *files.Share, at files.Moment) (*files.Share, error) {
		return &files.Share{DeletedAt: at.Now}, nil
	}
	if _, err := s.rest.Files().UpdateShare("box", deleted); err != nil {
		t.Fatal(err)
	}
	if err := c.resize(f, 1); status(err) != protocol.StatusNetworkNameDeleted {
		t.Errorf("write to a share that was deleted: %v", err)
	}
	s.makeShare(t, "box")
	other := dial(t, s, nil).must(t, "file", opening{access: handles.Write, share: handles.All, disposition: protocol.FileCreate})
	defer other.CloseFile()
	if err := c.resize(f, 1); status(err) != protocol.StatusFileClosed {
		t.Errorf("write by a handle of the share that was deleted, whose number another has now: %v", err)
	}
	f.CloseFile()
	if n := s.handles(t); n != 1 {
		t.Errorf("%d handles are open in the new share, want that of the other", n)
	}
}

// TestHandlesAreReleased ends the holder of a handle in every possible way. A file with delete on close must then be
// deleted.
func TestHandlesAreReleased(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		end  func(t *testing.T, s stage, c client, f *protocol.File)
	}{
		{"close", func(t *testing.T, _ stage, _ client, f *protocol.File) {
			if err := f.CloseFile(); err != nil {
				t.Error(err)
			}
		}},
		{"the end of the tree", func(t *testing.T, _ stage, c client, _ *protocol.File) {
			if err := c.TreeDisconnect("box"); err != nil {
				t.Error(err)
			}
		}},
		{"logoff", func(_ *testing.T, _ stage, c client, _ *protocol.File) {
			request := make([]byte, 68) // a LOGOFF with the tree and the handle still open
			copy(request, "\xfeSMB")
			request[4], request[6], request[12], request[14], request[64] = 64, 1, 2, 1, 4
			binary.LittleEndian.PutUint64(request[40:], c.SessionID())
			_, _ = c.SendRawPDU(request) // the library does not sign the answer, so the client rejects it
		}},
		{"a connection that breaks", func(_ *testing.T, _ stage, c client, _ *protocol.File) { c.wire.last.Close() }},
		{"the end of the server", func(_ *testing.T, s stage, _ client, _ *protocol.File) { s.server.Close() }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, smb.Options{})
			s.put(t, "file")
			c, keeper := dial(t, s, nil), dial(t, s, nil)
			f := c.must(t, "file", opening{access: handles.Read | handles.Delete, options: protocol.FileDeleteOnClose})
			kept := keeper.must(t, "", opening{share: handles.All})
			tc.end(t, s, c, f)
			eventually(t, "the release of the handle", func() (gone bool) {
				s.look(t, func(tree *files.Tree) { _, n := tree.Find([]string{"file"}); gone = n == nil })
				return gone
			})
			if n := s.handles(t); n != 1 && tc.name != "the end of the server" {
				t.Errorf("%d handles are open, want that of the other client", n)
			}
			kept.CloseFile()
		})
	}
}

// TestForcedClose ends a handle over REST. Its owner gets an error at the next use.
func TestForcedClose(t *testing.T) {
	t.Parallel()
	s := start(t, smb.Options{})
	s.put(t, "file")
	c := dial(t, s, nil)
	f := c.must(t, "file", opening{access: handles.All, options: protocol.FileDeleteOnClose})
	err := s.rest.Files().Change("box", func(tree *files.Tree, at files.Moment) error {
		_, n := tree.Find([]string{"file"})
		for _, h := range tree.Handles.Of(n.ID) {
			if err := tree.ForceClose(h.ID, at.Stamp); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.resize(f, 1); status(err) != protocol.StatusFileClosed {
		t.Errorf("write by a handle that was closed: %v", err)
	}
	if err := c.pend(f, true); status(err) != protocol.StatusFileClosed {
		t.Errorf("mark by a handle that was closed: %v", err)
	}
	f.CloseFile()
	c.must(t, "file", opening{access: handles.Read, share: handles.All}).CloseFile() // the file was not deleted
}

func TestHandlesAreListedWithTheirSession(t *testing.T) {
	t.Parallel()
	s := start(t, smb.Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.server.Serve(l) }()
	s.put(t, "file")
	at := l.Addr().(*net.TCPAddr)
	overTCP := func(o *protocol.Options) { o.ProxyDialer, o.Host, o.Port = nil, "127.0.0.1", at.Port }
	a, b := dial(t, s, overTCP), dial(t, s, overTCP)
	for _, c := range []client{a, a, b} {
		defer c.must(t, "file", opening{access: handles.Read, share: handles.All}).CloseFile()
	}
	s.look(t, func(tree *files.Tree) {
		_, n := tree.Find([]string{"file"})
		list := tree.Handles.Of(n.ID)
		if len(list) != 3 || list[0].Session != list[1].Session || list[1].Session == list[2].Session {
			t.Fatalf("handles: %+v, want two of one session and one of another", list)
		}
		for _, h := range list {
			if host, _, err := net.SplitHostPort(h.Client); err != nil || host != "127.0.0.1" || h.Access != handles.Read {
				t.Errorf("handle %+v", h)
			}
		}
	})
	s.server.Close()
	if err := <-served; err == nil {
		t.Error("Serve ended without saying why")
	}
}
