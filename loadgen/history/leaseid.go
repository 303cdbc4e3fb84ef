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
