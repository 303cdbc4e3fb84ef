package history

import (
	"encoding/binary"
	"hash/crc32"
)

// A history file is its signature and a row of blocks:
//
//	kind 1 byte | length 4 bytes | contents | check 4 bytes
//
// The check is a CRC32C over everything from the start of the file, except the checks. So a
// block that is damaged, missing, or from another file shows at once. The first block is the
// header and the last the footer. A file without a footer was cut off, and the blocks before
// the cut are good. Numbers are little-endian.
//
// Texts come before the events that use them. Once the texts are known, every block of events
// can be decoded alone.
const (
	headerBlock = 'H' // JSON
	textsBlock  = 'T' // sections: table, number of the first text, number of texts, and each text with its length
	eventsBlock = 'E' // number of events, watermark, events
	footerBlock = 'F' // number of events, number of blocks before it, end of the measured part
)

// signature begins the file. It shows at once if a transfer treated the file as text.
const signature = "\x89IFM\r\n\x1a\n"

const (
	frameHead    = 1 + 4
	frameTail    = 4
	footerLength = 3 * 8
	// maxBlock limits what a reader takes into memory at once.
	maxBlock = 16 << 20
	// maxEvents limits the events of a block.
	maxEvents = 4096
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// chain is the running check of a file.
type chain uint32

func newChain() chain { return chain(crc32.Checksum([]byte(signature), castagnoli)) }

func (c *chain) add(b []byte) { *c = chain(crc32.Update(uint32(*c), castagnoli, b)) }

// openFrame begins a block, and closeFrame completes it.
func openFrame(b []byte, kind byte) []byte { return append(b, kind, 0, 0, 0, 0) }

// closeFrame completes the block that begins at from.
func (c *chain) closeFrame(b []byte, from int) []byte {
	binary.LittleEndian.PutUint32(b[from+1:], uint32(len(b)-from-frameHead))
	c.add(b[from:])
	return binary.LittleEndian.AppendUint32(b, uint32(*c))
}

// footer ends a history.
type footer struct {
	events, blocks uint64
	to             int64
}

func (f footer) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(b, f.events)
	b = binary.LittleEndian.AppendUint64(b, f.blocks)
	return binary.LittleEndian.AppendUint64(b, uint64(f.to))
}

func decodeFooter(b []byte) (footer, bool) {
	if len(b) != footerLength {
		return footer{}, false
	}
	return footer{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]), int64(binary.LittleEndian.Uint64(b[16:]))}, true
}
