package smbclient

import (
	"encoding/binary"
	"sync"

	protocol "github.com/jfjallid/go-smb/smb"
)

// told is a break, and the lease key of the cache that it is about.
type told struct {
	key [16]byte
	Break
}

// parseBreak reads the body of a break message in the form for leases (MS-SMB2 2.2.23.2).
func parseBreak(body []byte) (b told, ok bool) {
	const size, expects = 44, 0x1
	if len(body) < size || binary.LittleEndian.Uint16(body) != size {
		return b, false
	}
	b.Acknowledge = binary.LittleEndian.Uint32(body[4:])&expects != 0
	copy(b.key[:], body[8:])
	b.From, b.To = Caching(binary.LittleEndian.Uint32(body[24:])), Caching(binary.LittleEndian.Uint32(body[28:]))
	return b, true
}

// mostBreaks is how many breaks of one handle's cache are kept until they are read. A cache can break at
// most as often as it has parts.
const mostBreaks = 16

// cache is what a handle may cache.
type cache struct {
	key     [16]byte
	granted Caching
	breaks  chan Break

	mu     sync.Mutex
	broken []Break
}

// The contexts of CREATE for leases (MS-SMB2 2.2.13.2.8 and 2.2.13.2.10).
const (
	leaseContext   = "RqLs"
	contextHeader  = 24 // with the name, padded to a multiple of 8
	leaseLength    = 32
	leaseV2Length  = 52
	createFixed    = 120 // of a request, up to its name
	createAnswered = 64 + 88
)

// asked adds the wish for a cache to a request.
func (n *cache) asked(q *protocol.CreateReq, dialect uint16, wish Caching) {
	length := leaseLength
	if dialect >= protocol.DialectSmb_3_0 {
		length = leaseV2Length
	}
	name := q.Buffer
	from := (createFixed + len(name) + 7) &^ 7
	out := append(make([]byte, 0, from-createFixed+contextHeader+length), name...)
	out = append(out, make([]byte, from-createFixed-len(name)+contextHeader+length)...)
	context := out[from-createFixed:]
	binary.LittleEndian.PutUint16(context[4:], 16)
	binary.LittleEndian.PutUint16(context[6:], uint16(len(leaseContext)))
	binary.LittleEndian.PutUint16(context[10:], contextHeader)
	binary.LittleEndian.PutUint32(context[12:], uint32(length))
	copy(context[16:], leaseContext)
	copy(context[contextHeader:], n.key[:])
	binary.LittleEndian.PutUint32(context[contextHeader+16:], uint32(wish))
	q.RequestedOplockLevel = protocol.OpLockLevelLease
	q.CreateContextsOffset, q.CreateContextsLength, q.Buffer = uint32(from), uint32(contextHeader+length), out
}

// grantedIn is the cache that the contexts of an answer grant.
func (n *cache) grantedIn(contexts []byte) Caching {
	for len(contexts) >= 16 {
		next := int(binary.LittleEndian.Uint32(contexts))
		one := contexts
		if next > 0 && next <= len(contexts) {
			one = contexts[:next]
		}
		name, nameLength := int(binary.LittleEndian.Uint16(one[4:])), int(binary.LittleEndian.Uint16(one[6:]))
		data, length := int(binary.LittleEndian.Uint16(one[10:])), int(binary.LittleEndian.Uint32(one[12:]))
		if name+nameLength <= len(one) && string(one[name:name+nameLength]) == leaseContext &&
			length >= leaseLength && data+length <= len(one) && [16]byte(one[data:data+16]) == n.key {
			return Caching(binary.LittleEndian.Uint32(one[data+16:]))
		}
		if next == 0 || next > len(contexts) {
			break
		}
		contexts = contexts[next:]
	}
	return 0
}
