package history

import (
	"hash/crc32"
	"strconv"
)

// A lease id that a run makes is a GUID that shows who made it:
//
//	5f3a1b2c-0000-4000-8700-00000000002a
//	run      client........ seq.........
//
// The client's eight digits are in the second to fourth group, around the digits that mark a
// random GUID. A token holds 32 bits of client and 28 bits of seq.
const leaseSeqBits = 28

// runNumber is the number in the id of a run: its eight hexadecimal digits, or a checksum if
// the id has another form.
func runNumber(run string) uint32 {
	if len(run) == 8 {
		if n, err := strconv.ParseUint(run, 16, 32); err == nil {
			return uint32(n)
		}
	}
	return crc32.ChecksumIEEE([]byte(run))
}

func appendLeaseID(b []byte, run uint32, v uint64) []byte {
	client, seq := uint32(v>>leaseSeqBits), v&(1<<leaseSeqBits-1)
	b = appendDigits(b, uint64(run), 8)
	b = append(b, '-')
	b = appendDigits(b, uint64(client>>16), 4)
	b = append(b, "-4"...)
	b = appendDigits(b, uint64(client>>4&0xfff), 3)
	b = append(b, "-8"...)
	b = appendDigits(b, uint64(client&0xf), 1)
	b = append(b, "00-"...)
	return appendDigits(b, seq, 12)
}

const lowerDigits = "0123456789abcdef"

func appendDigits(b []byte, v uint64, n int) []byte {
	for n--; n >= 0; n-- {
		b = append(b, lowerDigits[v>>(4*n)&0xf])
	}
	return b
}

const leaseIDLength = 36

// packLeaseID recognises a lease id of the run.
func packLeaseID(text string, run uint32) (Token, bool) {
	if len(text) != leaseIDLength {
		return None, false
	}
	var client, seq uint64
	for i := range 8 {
		client = client<<4 | uint64(fromDigit(text["\x09\x0a\x0b\x0c\x0f\x10\x11\x14"[i]])&0xf)
	}
	for i := 24; i < leaseIDLength; i++ {
		seq = seq<<4 | uint64(fromDigit(text[i])&0xf)
	}
	v := client<<leaseSeqBits | seq
	if seq >= 1<<leaseSeqBits {
		return None, false
	}
	var again [leaseIDLength]byte
	if string(appendLeaseID(again[:0], run, v)) != text {
		return None, false
	}
	return leaseID.token(v), true
}

// fromDigit is the value of a hexadecimal digit; for any other byte it is arbitrary.
func fromDigit(c byte) byte {
	if c >= 'a' {
		return c - 'a' + 10
	}
	return c - '0'
}

// Token stands for an ETag, a pop receipt, a lease id or a position. In one history equal tokens
// mean equal texts, and the history's Dictionary returns the text of every token. Common forms
// (0x8DC…, W/"datetime'…'", a number) are packed exactly; the others are entered in the
// dictionary.
type Token uint64

// None is the absence of a token.
const None Token = 0

// form is how a token stands for its text. It takes the top four bits, and the rest depends on
// the form. A text has only one form, the one that returns the text exactly: "0x08D" and
// "0x8dc" are entered in the dictionary.
type form uint64

const (
	entered   form = iota // a number in the dictionary
	quotedHex             // "0x8DC…" as written in a header, up to 15 digits
	bareHex               // 0x8DC… as written in listings
	instant               // W/"datetime'2026-11-21T12%3A55%3A42.123Z'" without zeros at the end of the fraction
	instant7              // the same with seven digits, the last of which is zero
	number                // a position in decimal
	leaseID               // a lease id that LeaseID made in this run
)

const (
	formShift = 60
	restMask  = 1<<formShift - 1
)

func (f form) token(v uint64) Token { return Token(uint64(f)<<formShift | v) }

func (t Token) form() form   { return form(t >> formShift) }
func (t Token) rest() uint64 { return uint64(t) & restMask }
