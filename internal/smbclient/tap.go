package smbclient

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"

	protocol "github.com/jfjallid/go-smb/smb"
	"github.com/jfjallid/go-smb/smb/crypto/ccm"
)

// Sizes of the prefix of each frame, and of the headers in it.
const (
	frameHeader  = 4
	plainHeader  = 64
	sealedHeader = 52
	// mostBytes bounds a frame: the largest value of its length field.
	mostBytes = 1<<24 - 1
)

// unsolicited is the message number of a message that is not an answer.
const unsolicited = ^uint64(0)

// tap stands between the library and the wire and removes the messages that break a client's cache.
// The library skips those about leases, and those without a session, which servers need not name. It
// would acknowledge the others at once.
//
// A server may seal these messages like any other, so the tap also computes the session's key, from
// the hash of the messages up to the login (MS-SMB2 3.1.4.2).
type tap struct {
	net.Conn
	// broken receives each break. While it is nil, frames pass unchecked.
	broken atomic.Pointer[func(told)]
	// wrote is called after the next frame is written, and then forgotten; nil: no one asks.
	wrote atomic.Pointer[func()]
	keys  atomic.Pointer[cipher.AEAD] // nil: sealed messages pass

	known  atomic.Bool // the login is over
	mu     sync.Mutex
	hash   [64]byte // of the messages up to the login
	frame  []byte   // read so far of an incomplete frame
	passes []byte   // read but not yet taken by the library
}

// Read gives the library whole frames, without the removed ones.
func (t *tap) Read(p []byte) (int, error) {
	for len(t.passes) == 0 {
		frame, err := t.next()
		if err != nil {
			return 0, err
		}
		if !t.takes(frame[frameHeader:]) {
			t.passes = frame
		}
	}
	n := copy(p, t.passes)
	t.passes = t.passes[n:]
	return n, nil
}

// next reads a whole frame. After an error it continues where it stopped, because an expired deadline does
// not end a connection.
func (t *tap) next() ([]byte, error) {
	want := frameHeader
	for {
		if len(t.frame) >= frameHeader {
			n := int(binary.BigEndian.Uint32(t.frame) & mostBytes)
			if want = frameHeader + n; len(t.frame) == want {
				frame := t.frame
				t.frame = nil
				return frame, nil
			}
		}
		have := len(t.frame)
		if cap(t.frame) < want {
			t.frame = append(make([]byte, 0, want), t.frame...)
		}
		n, err := t.Conn.Read(t.frame[have:want])
		t.frame = t.frame[:have+n]
		if err != nil && len(t.frame) < want {
			if err == io.EOF && have+n > 0 {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
	}
}

// takes reports whether a message from the server must not reach the library.
func (t *tap) takes(message []byte) bool {
	if !t.known.Load() {
		if answers(message, protocol.CommandSessionSetup) && status(message) == protocol.StatusOk {
			t.known.Store(true) // this answer is not part of the hash
		} else {
			t.add(message)
		}
		return false
	}
	tell := t.broken.Load()
	if tell == nil {
		return false
	}
	if bytes.HasPrefix(message, []byte(protocol.ProtocolTransformHdr)) {
		message = t.unseal(message)
	}
	if !answers(message, protocol.CommandOplockBreak) || binary.LittleEndian.Uint64(message[24:]) != unsolicited {
		return false
	}
	if b, ok := parseBreak(message[plainHeader:]); ok {
		(*tell)(b)
	}
	return true
}

// Write hashes the client's messages up to the login.
func (t *tap) Write(p []byte) (int, error) {
	if !t.known.Load() && len(p) > frameHeader {
		t.add(p[frameHeader:])
	}
	n, err := t.Conn.Write(p)
	if told := t.wrote.Swap(nil); told != nil && err == nil {
		(*told)()
	}
	return n, err
}

func (t *tap) add(message []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := sha512.New()
	h.Write(t.hash[:])
	h.Write(message)
	h.Sum(t.hash[:0])
}

// answers reports whether a message has that command and is not sealed.
func answers(message []byte, command uint16) bool {
	return len(message) >= plainHeader && bytes.HasPrefix(message, []byte(protocol.ProtocolSmb2)) && binary.LittleEndian.Uint16(message[12:]) == command
}

func status(message []byte) uint32 { return binary.LittleEndian.Uint32(message[8:]) }

// unseal decrypts a message; nil if that is not possible.
func (t *tap) unseal(message []byte) []byte {
	key := t.keys.Load()
	if key == nil || len(message) < sealedHeader {
		return nil
	}
	// The signature, the nonce and the rest of the header, which the signature covers from the nonce on.
	sealed := append(bytes.Clone(message[sealedHeader:]), message[4:20]...)
	said, err := (*key).Open(nil, message[20:20+(*key).NonceSize()], sealed, message[20:sealedHeader])
	if err != nil {
		return nil
	}
	return said
}

// learn computes the key with which a server seals, once the client is logged in.
func (t *tap) learn(dialect, chosen uint16, session []byte) error {
	if dialect < protocol.DialectSmb_3_0 || len(session) < aes.BlockSize {
		return nil // it seals nothing
	}
	label, context := []byte("SMB2AESCCM\x00"), []byte("ServerOut\x00")
	if dialect == protocol.DialectSmb_3_1_1 {
		label, context = []byte("SMBS2CCipherKey\x00"), t.hash[:]
	} else {
		chosen = protocol.AES128CCM
	}
	bits := uint32(128)
	if chosen == protocol.AES256CCM || chosen == protocol.AES256GCM {
		bits = 256
	}
	block, err := aes.NewCipher(derived(session[:aes.BlockSize], label, context, bits))
	if err != nil {
		return fmt.Errorf("derive the key of a session: %w", err)
	}
	var key cipher.AEAD
	switch chosen {
	case protocol.AES128GCM, protocol.AES256GCM:
		key, err = cipher.NewGCM(block)
	case protocol.AES128CCM, protocol.AES256CCM:
		key, err = ccm.NewCCMWithNonceAndTagSizes(block, 11, 16)
	default:
		return nil // no cipher was agreed upon
	}
	if err != nil {
		return fmt.Errorf("derive the key of a session: %w", err)
	}
	t.keys.Store(&key)
	return nil
}

// derived is a key of a session: the single round of the function in NIST SP 800-108, in counter mode.
func derived(session, label, context []byte, bits uint32) []byte {
	h := hmac.New(sha256.New, session)
	h.Write([]byte{0, 0, 0, 1})
	h.Write(label)
	h.Write([]byte{0})
	h.Write(context)
	h.Write(binary.BigEndian.AppendUint32(nil, bits))
	return h.Sum(nil)[:bits/8]
}
