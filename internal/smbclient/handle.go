package smbclient

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/unicode"

	"ifmatch/internal/oversmb"
)

// Handle is an open file or directory.
type Handle struct {
	client *Client
	id     []byte
	cache  *cache // nil: no cache was requested
}

// Open opens an existing file or directory, or creates one. A refusal by the server is a Status.
func (c *Client) Open(path string, o Opening) (*Handle, error) {
	options := uint32(protocol.FileNonDirectoryFile)
	if o.Directory {
		options = protocol.FileDirectoryFile
	}
	if o.DeleteOnClose {
		options |= protocol.FileDeleteOnClose
	}
	disposition := uint32(protocol.FileOpen)
	if o.Create {
		disposition = protocol.FileCreate
	}
	q, err := c.conn.NewCreateReq(c.share, path, protocol.OpLockLevelNone, protocol.ImpersonationLevelImpersonation, mask(o.Access), 0, uint32(o.Share), disposition, options)
	if err != nil {
		return nil, err
	}
	h := &Handle{client: c}
	if o.Caching != 0 {
		h.cache = c.wants()
		h.cache.asked(&q, c.conn.Dialect(), o.Caching)
	}
	answer, err := c.ask(q.MarshalBinary())
	if err != nil {
		return nil, err
	}
	var r protocol.CreateRes
	if err := r.UnmarshalBinary(answer); err != nil {
		return nil, unreadable(err)
	}
	h.id = r.FileId
	if h.cache != nil && r.OplockLevel == protocol.OpLockLevelLease {
		h.cache.granted = h.cache.grantedIn(r.Buffer)
	}
	return h, nil
}

// wants registers a cache before it is requested, so that no break of it is missed.
func (c *Client) wants() *cache {
	n := &cache{breaks: make(chan Break, mostBreaks)}
	_, _ = rand.Read(n.key[:]) // never fails
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.caches == nil {
		c.caches = map[[16]byte]*cache{}
		tell := c.tell
		c.tap.broken.Store(&tell)
	}
	c.caches[n.key] = n
	return n
}

// tell passes a break to the handle with that cache.
func (c *Client) tell(b told) {
	b.Arrived = c.now()
	c.mu.Lock()
	n := c.caches[b.key]
	c.mu.Unlock()
	if n == nil {
		return
	}
	n.mu.Lock()
	n.broken = append(n.broken, b.Break)
	n.mu.Unlock()
	select {
	case n.breaks <- b.Break:
	default: // more breaks than a cache can have are dropped
	}
}

// Close closes the handle.
func (h *Handle) Close() error {
	q, err := h.client.conn.NewCloseReq(h.client.share, h.id)
	if err != nil {
		return err
	}
	_, err = h.client.ask(q.MarshalBinary())
	return err
}

// SetDeletePending marks the file for deletion, or removes the mark. FILE-GOSMB-02
func (h *Handle) SetDeletePending(pending bool) error {
	value := []byte{0}
	if pending {
		value[0] = 1
	}
	return h.set(protocol.FileDispositionInformation, value)
}

// Rename gives the file another path in its share, which must be free.
func (h *Handle) Rename(path string) error {
	name := unicode.ToUnicode(path)
	value := make([]byte, 16, 20+len(name)) // does not replace, and the path begins at the share
	value = binary.LittleEndian.AppendUint32(value, uint32(len(name)))
	return h.set(protocol.FileRenameInformation, append(value, name...))
}

func (h *Handle) set(class byte, value []byte) error {
	q, err := h.client.conn.NewSetInfoReq(h.client.share, h.id)
	if err != nil {
		return err
	}
	q.InfoType, q.FileInfoClass, q.Buffer = protocol.OInfoFile, class, value
	_, err = h.client.ask(q.MarshalBinary())
	return err
}

// header begins a request that the library does not know, with its session and tree.
func (h *Handle) header(command uint16) ([]byte, error) {
	like, err := h.client.conn.NewSetInfoReq(h.client.share, h.id)
	if err != nil {
		return nil, err
	}
	q, err := like.MarshalBinary()
	if err != nil {
		return nil, err
	}
	binary.LittleEndian.PutUint16(q[12:], command)
	return q[:plainHeader], nil
}

// Lock locks a range of bytes exclusively, or fails at once.
func (h *Handle) Lock(from, n uint64) error {
	const structure, exclusive, atOnce = 48, 0x2, 0x10
	q, err := h.header(protocol.CommandLock)
	if err != nil {
		return err
	}
	q = binary.LittleEndian.AppendUint16(q, structure)
	q = binary.LittleEndian.AppendUint16(q, 1)
	q = binary.LittleEndian.AppendUint32(q, 0)
	q = append(q, h.id...)
	q = binary.LittleEndian.AppendUint64(q, from)
	q = binary.LittleEndian.AppendUint64(q, n)
	q = binary.LittleEndian.AppendUint32(q, exclusive|atOnce)
	_, err = h.client.ask(binary.LittleEndian.AppendUint32(q, 0), nil)
	return err
}

// Read reads at most n bytes from the beginning.
func (h *Handle) Read(n int) ([]byte, error) {
	data := make([]byte, 0, n)
	for len(data) < n {
		q, err := h.client.conn.NewReadReq(h.client.share, h.id, min(uint32(n-len(data)), h.client.conn.MaxReadSize()), uint64(len(data)), 0)
		if err != nil {
			return data, err
		}
		answer, err := h.client.ask(q.MarshalBinary())
		if err == Status(protocol.StatusEndOfFile) {
			return data, nil
		} else if err != nil {
			return data, err
		}
		var r protocol.ReadRes
		if err := r.UnmarshalBinary(answer); err != nil {
			return data, unreadable(err)
		}
		if len(r.Buffer) == 0 {
			return data, nil
		}
		data = append(data, r.Buffer...)
	}
	return data, nil
}

// Write writes at the beginning.
func (h *Handle) Write(data []byte) error {
	for at := 0; at < len(data); {
		n := min(uint32(len(data)-at), h.client.conn.MaxWriteSize())
		q, err := h.client.conn.NewWriteReq(h.client.share, h.id, uint64(at), data[at:at+int(n)])
		if err != nil {
			return err
		}
		if _, err := h.client.ask(q.MarshalBinary()); err != nil {
			return err
		}
		at += int(n)
	}
	return nil
}

// Caches is what the server allowed the client to cache when it opened the file: 0 if the client did not ask, or if the
// server has no oplocks.
func (h *Handle) Caches() Caching {
	if h.cache == nil {
		return 0
	}
	return h.cache.granted
}

// Breaks delivers the breaks of the handle's cache as they arrive. It is nil if Caches is 0.
func (h *Handle) Breaks() <-chan Break {
	if h.cache == nil {
		return nil
	}
	return h.cache.breaks
}

// Broken lists the breaks of the handle's cache so far.
func (h *Handle) Broken() []Break {
	if h.cache == nil {
		return nil
	}
	h.cache.mu.Lock()
	defer h.cache.mu.Unlock()
	return slices.Clone(h.cache.broken)
}

// Acknowledge tells the server that the client now keeps at most this.
func (h *Handle) Acknowledge(keeps Caching) error {
	const size = 36
	q, err := h.header(protocol.CommandOplockBreak)
	if err != nil {
		return err
	}
	q = binary.LittleEndian.AppendUint16(q, size)
	q = append(q, make([]byte, 6)...)
	q = append(q, h.cache.key[:]...)
	q = binary.LittleEndian.AppendUint32(q, uint32(keeps))
	_, err = h.client.ask(append(q, make([]byte, 8)...), nil)
	return err
}

// Follow does what each line of in says, and tells out the outcome: mark or unmark the file for deletion. It ends when a
// line says close, when in ends, or with ctx.
func (h *Handle) Follow(ctx context.Context, in io.Reader, out io.Writer) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for input := bufio.NewScanner(in); input.Scan(); {
			select {
			case lines <- strings.TrimSpace(input.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case word, more := <-lines:
			if !more || word == "close" {
				return
			}
			answer := "say mark, unmark or close"
			if word == "mark" || word == "unmark" {
				answer = "ok"
				if err := h.SetDeletePending(word == "mark"); err != nil {
					answer = err.Error()
				}
			}
			fmt.Fprintf(out, "%s: %s\n", word, answer)
		}
	}
}

func init() {
	oversmb.Register(func(conn net.Conn, who Login, share string) (oversmb.Client, error) {
		c, err := Dial(conn, who, share)
		if err != nil {
			return nil, err
		}
		return speaker{c}, nil
	})
}

// speaker is a client for the sentences of the suite.
type speaker struct{ *Client }

// Open is that of Client.
func (s speaker) Open(path string, o Opening) (oversmb.Handle, error) {
	h, err := s.Client.Open(path, o)
	if err != nil {
		return nil, err
	}
	return h, nil
}
