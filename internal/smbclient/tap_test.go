package smbclient

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"testing"
	"testing/iotest"

	protocol "github.com/jfjallid/go-smb/smb"

	"ifmatch/reference"
	"ifmatch/reference/smb"
)

// heard is a connection that remembers what it received.
type heard struct {
	net.Conn
	mu  sync.Mutex
	all []byte
}

func (h *heard) Read(p []byte) (int, error) {
	n, err := h.Conn.Read(p)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, p[:n]...)
	return n, err
}

// The tap can read what the reference seals: it has the session's key.
func TestUnseal(t *testing.T) {
	t.Parallel()
	s := reference.New(reference.Options{})
	t.Cleanup(func() { _ = s.Close() })
	over := smb.New(smb.Options{Files: s.Files(), Account: s.Account(), Key: s.Key(), RequireEncryption: true})
	t.Cleanup(over.Close)
	near, far := net.Pipe()
	over.ServeConn(far)
	h := &heard{Conn: near}
	c, err := Dial(h, Login{Account: s.Account(), Key: s.Key()}, "IPC$")
	if err == nil {
		t.Cleanup(c.Close)
		err = c.Echo()
	}
	if err != nil {
		t.Fatal(err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	sealed := 0
	for b := h.all; len(b) > frameHeader; {
		n := frameHeader + int(binary.BigEndian.Uint32(b))
		if message := b[frameHeader:n]; bytes.HasPrefix(message, []byte(protocol.ProtocolTransformHdr)) {
			sealed++
			if said := c.tap.unseal(message); len(said) < plainHeader || !bytes.HasPrefix(said, []byte(protocol.ProtocolSmb2)) {
				t.Errorf("a sealed message reads %x", said)
			}
			message[len(message)-1] ^= 1
			if c.tap.unseal(message) != nil {
				t.Error("a message that was altered can be read")
			}
		}
		b = b[n:]
	}
	if sealed == 0 {
		t.Error("nothing was sealed")
	}
}

// breaking is a framed message that breaks a cache.
func breaking(key byte, from, to Caching) []byte {
	m := make([]byte, plainHeader+44)
	copy(m, protocol.ProtocolSmb2)
	binary.LittleEndian.PutUint16(m[12:], protocol.CommandOplockBreak)
	binary.LittleEndian.PutUint64(m[24:], unsolicited)
	body := m[plainHeader:]
	binary.LittleEndian.PutUint16(body, 44)
	body[4], body[8] = 1, key
	binary.LittleEndian.PutUint32(body[24:], uint32(from))
	binary.LittleEndian.PutUint32(body[28:], uint32(to))
	return framed(m)
}

func framed(m []byte) []byte { return append(binary.BigEndian.AppendUint32(nil, uint32(len(m))), m...) }

// reader is a connection that can only be read.
type reader struct {
	net.Conn
	io.Reader
}

func (r reader) Read(p []byte) (int, error) { return r.Reader.Read(p) }

// The library gets everything that the server sends except the breaks, however it is split.
func TestTapTakesBreaksOut(t *testing.T) {
	t.Parallel()
	answer := make([]byte, plainHeader+8)
	copy(answer, protocol.ProtocolSmb2)
	solicited := breaking(3, 7, 3)
	binary.LittleEndian.PutUint64(solicited[frameHeader+24:], 5) // the answer to an acknowledgment
	sent := bytes.Join([][]byte{framed(answer), breaking(1, 7, 3), framed(nil), solicited, breaking(2, 3, 0)}, nil)
	want := bytes.Join([][]byte{framed(answer), framed(nil), solicited}, nil)
	for name, pieces := range map[string]func(io.Reader) io.Reader{
		"whole": func(r io.Reader) io.Reader { return r }, "by bytes": iotest.OneByteReader, "by halves": iotest.HalfReader, "with the end": iotest.DataErrReader,
	} {
		var all []told
		tell := func(b told) { all = append(all, b) }
		x := &tap{Conn: reader{nil, pieces(bytes.NewReader(sent))}}
		x.known.Store(true)
		x.broken.Store(&tell)
		got, err := io.ReadAll(x)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: the library reads %x, %v, want %x", name, got, err, want)
		}
		if len(all) != 2 || all[0].From != 7 || all[0].To != 3 || !all[0].Acknowledge || all[1].key[0] != 2 || all[1].To != 0 {
			t.Errorf("%s: told of %+v", name, all)
		}
	}
	if _, err := io.ReadAll(&tap{Conn: reader{nil, bytes.NewReader(sent[:len(sent)-1])}}); err != io.ErrUnexpectedEOF {
		t.Errorf("a frame that breaks off: %v", err)
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	if got := mask(Read | Delete); got != 0x110081 {
		t.Errorf("the mask of Read/Delete is %#x", got)
	}
}

// Whatever a server answers is read or refused, and never read beyond its end.
func FuzzAnswers(f *testing.F) {
	f.Add(breaking(1, 7, 3))
	f.Add(bytes.Repeat([]byte{0}, 200))
	f.Add([]byte("\x00\x00\x00\x00\x10\x00\x04\x00\x00\x00\x18\x00\x20\x00\x00\x00RqLs"))
	f.Fuzz(func(t *testing.T, data []byte) {
		parseBreak(data)
		new(cache).grantedIn(data)
		_, _ = changed(data)
		x := &tap{Conn: reader{nil, bytes.NewReader(data)}}
		tell := func(told) {}
		x.broken.Store(&tell)
		_, _ = io.ReadAll(io.LimitReader(x, 1<<20))
	})
}
