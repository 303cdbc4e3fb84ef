package steps_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"
)

// What the middle must know about SMB 2.1 (MS-SMB2): commands, and offsets in messages.
const (
	cmdNegotiate, cmdTree, cmdCreate, cmdClose, cmdNotify, cmdBreak = 0x00, 0x03, 0x05, 0x06, 0x0F, 0x12

	headerSize    = 64
	flagResponse  = 0x1
	flagSigned    = 0x8
	deleteOnClose = 0x1000
)

var wire = binary.LittleEndian

// open is a file that a client has open through the middle.
type open struct {
	id            [16]byte
	path          string // share\path
	access, share uint32
	deletes       bool
	lease         *lease // nil: it caches nothing
}

// middle stands between a client and the SMB server. It grants oplocks, which that server does not
// have. It makes the client speak SMB 2.1, whose messages need no seal and no signature.
type middle struct {
	b      *box
	client net.Conn
	server net.Conn
	share  string

	writing sync.Mutex // to the client
	mu      sync.Mutex
	asked   map[uint64]*open // what the CREATEs under way ask for, by message number
	closing map[uint64]*open // what the CLOSEs under way close
	opens   map[[16]byte]*open
}

// between puts a middle in front of a connection to the server.
func between(b *box, server net.Conn) net.Conn {
	near, far := net.Pipe()
	m := &middle{b: b, client: far, server: server, asked: map[uint64]*open{}, closing: map[uint64]*open{}, opens: map[[16]byte]*open{}}
	go func() {
		m.pump(far, m.fromClient)
		_ = server.Close()
		m.end()
	}()
	go func() {
		m.pump(server, m.fromServer)
		_ = far.Close()
	}()
	return near
}

// pump handles each message until the connection ends.
func (m *middle) pump(from net.Conn, handle func([]byte)) {
	for {
		var length [4]byte
		if _, err := io.ReadFull(from, length[:]); err != nil {
			return
		}
		message := make([]byte, binary.BigEndian.Uint32(length[:]))
		if _, err := io.ReadFull(from, message); err != nil {
			return
		}
		handle(message)
	}
}

func send(to net.Conn, message []byte) {
	_, _ = to.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(message))), message...))
}

func (m *middle) toClient(message []byte) {
	m.writing.Lock()
	defer m.writing.Unlock()
	send(m.client, message)
}

func (m *middle) fromClient(q []byte) {
	switch wire.Uint16(q[12:]) {
	case cmdNegotiate: // SMB 2.1 and nothing else
		wire.PutUint16(q[headerSize+2:], 1)
		clear(q[headerSize+28 : headerSize+36])
		q = wire.AppendUint16(q[:headerSize+36], 0x210)
	case cmdTree:
		path := text(q[wire.Uint16(q[headerSize+4:]):][:wire.Uint16(q[headerSize+6:])])
		m.share = path[strings.LastIndex(path, `\`)+1:]
	case cmdCreate:
		m.create(q)
	case cmdClose:
		id := [16]byte(q[headerSize+8:])
		m.mu.Lock()
		m.closing[wire.Uint64(q[24:])] = m.opens[id]
		delete(m.opens, id)
		m.mu.Unlock()
	case cmdBreak:
		m.b.acknowledge([16]byte(q[headerSize+8:]), wire.Uint32(q[headerSize+24:]))
		m.toClient(append(answerTo(q), q[headerSize:]...))
		return
	case cmdNotify:
		m.b.watch(m, q)
		return
	}
	send(m.server, q)
}

// create waits until the caches that the open concerns are broken, and remembers what the open asks for.
func (m *middle) create(q []byte) {
	o := &open{path: m.share + `\` + text(q[wire.Uint16(q[headerSize+44:]):][:wire.Uint16(q[headerSize+46:])]),
		access: kindsOf(wire.Uint32(q[headerSize+24:])), share: wire.Uint32(q[headerSize+32:]), deletes: wire.Uint32(q[headerSize+40:])&deleteOnClose != 0}
	if contexts := wire.Uint32(q[headerSize+48:]); q[headerSize+3] == 0xFF && contexts != 0 {
		data := q[contexts+24:]
		o.lease = newLease(m, o, [16]byte(data), wire.Uint32(data[16:]))
	}
	m.b.beforeOpen(o)
	m.mu.Lock()
	m.asked[wire.Uint64(q[24:])] = o
	m.mu.Unlock()
}

// closed forgets what the server has closed.
func (m *middle) closed(o *open) {
	switch {
	case o == nil:
		return
	case o.lease != nil:
		m.b.forget(o.lease)
	}
	if o.deletes {
		m.b.changed(o.path, true)
	}
}

// end forgets the opens and caches of a client that has gone.
func (m *middle) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range m.opens {
		if o.lease != nil {
			m.b.forget(o.lease)
		}
	}
}

func (m *middle) fromServer(r []byte) {
	number := wire.Uint64(r[24:])
	m.mu.Lock()
	o, closed := m.asked[number], m.closing[number]
	delete(m.asked, number)
	delete(m.closing, number)
	if o != nil && wire.Uint32(r[8:]) == 0 {
		o.id = [16]byte(r[headerSize+64:])
		m.opens[o.id] = o
		r = m.grant(r, o)
	}
	m.mu.Unlock()
	m.toClient(r)
	m.closed(closed)
}

// grant adds the oplock to the answer.
func (m *middle) grant(r []byte, o *open) []byte {
	if o.lease == nil || !m.b.grants(o.lease) {
		return r
	}
	const contexts, named, length = headerSize + 88, 24, 32
	r[headerSize+2] = 0xFF
	wire.PutUint32(r[headerSize+80:], contexts)
	wire.PutUint32(r[headerSize+84:], named+length)
	context := make([]byte, named+length)
	wire.PutUint16(context[4:], 16)
	wire.PutUint16(context[6:], 4)
	wire.PutUint16(context[10:], named)
	wire.PutUint32(context[12:], length)
	copy(context[16:], "RqLs")
	copy(context[named:], o.lease.key[:])
	wire.PutUint32(context[named+16:], o.lease.state)
	return append(r[:contexts:contexts], context...)
}

// answerTo is the header of a successful answer.
func answerTo(q []byte) []byte {
	r := bytes.Clone(q[:headerSize])
	wire.PutUint32(r[8:], 0)
	wire.PutUint16(r[14:], 16) // credits
	wire.PutUint32(r[16:], wire.Uint32(r[16:])&^flagSigned|flagResponse)
	clear(r[48:headerSize])
	return r
}

// tells sends the message that breaks a cache.
func (m *middle) tells(key [16]byte, from, to uint32) {
	r := make([]byte, headerSize, headerSize+44)
	copy(r, "\xFESMB")
	wire.PutUint16(r[4:], headerSize)
	wire.PutUint16(r[12:], cmdBreak)
	wire.PutUint32(r[16:], flagResponse)
	wire.PutUint64(r[24:], ^uint64(0))
	r = wire.AppendUint32(r, 44)
	expects := uint32(0)
	if from != stateR {
		expects = 1
	}
	r = wire.AppendUint32(r, expects)
	r = append(r, key[:]...)
	r = wire.AppendUint32(r, from)
	r = wire.AppendUint32(r, to)
	m.toClient(append(r, make([]byte, 12)...))
}

// notifies answers a watch.
func (m *middle) notifies(q []byte, names []string) {
	var list []byte
	for i, name := range names {
		coded := utf16.Encode([]rune(name))
		entry := make([]byte, 12, 12+2*len(coded)+3)
		wire.PutUint32(entry[4:], 3)
		wire.PutUint32(entry[8:], uint32(2*len(coded)))
		for _, c := range coded {
			entry = wire.AppendUint16(entry, c)
		}
		if i < len(names)-1 {
			entry = append(entry, make([]byte, (4-len(entry)%4)%4)...)
			wire.PutUint32(entry, uint32(len(entry)))
		}
		list = append(list, entry...)
	}
	r := wire.AppendUint16(answerTo(q), 9)
	r = wire.AppendUint16(r, headerSize+8)
	r = wire.AppendUint32(r, uint32(len(list)))
	m.toClient(slices.Concat(r, list))
}

// kindsOf are the kinds of access in a mask, numbered as share modes are.
func kindsOf(mask uint32) (k uint32) {
	for bit, kind := range map[uint32]uint32{0x1: 1, 0x2: 2, 0x10000: 4} {
		if mask&bit != 0 {
			k |= kind
		}
	}
	return k
}

func text(b []byte) string {
	var coded []uint16
	for ; len(b) > 1; b = b[2:] {
		coded = append(coded, wire.Uint16(b))
	}
	return string(utf16.Decode(coded))
}
