// Package crc64 computes the CRC64 of the Blob and File services.
package crc64

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc64"
)

// tables are the tables of the service's CRC64 polynomial, for eight bytes at a time. The standard library makes such
// tables only for two other polynomials, and would take two microseconds per KiB.
var tables = func() (t [8]crc64.Table) {
	t[0] = *crc64.MakeTable(0x9A6C9329AC4BC9B5)
	for i, crc := range t[0] {
		for j := 1; j < len(t); j++ {
			crc = t[0][byte(crc)] ^ crc>>8
			t[j][i] = crc
		}
	}
	return t
}()

// Of returns the CRC64 of data.
func Of(data []byte) uint64 { return Update(0, data) }

// Update returns the CRC64 of all data so far, from that of what came before. The CRC64 of nothing is 0.
func Update(before uint64, data []byte) uint64 {
	t, crc := &tables, ^before
	for ; len(data) >= 8; data = data[8:] {
		crc ^= binary.LittleEndian.Uint64(data)
		crc = t[7][byte(crc)] ^ t[6][byte(crc>>8)] ^ t[5][byte(crc>>16)] ^ t[4][byte(crc>>24)] ^
			t[3][byte(crc>>32)] ^ t[2][byte(crc>>40)] ^ t[1][byte(crc>>48)] ^ t[0][crc>>56]
	}
	for _, b := range data {
		crc = t[0][byte(crc)^b] ^ crc>>8
	}
	return ^crc
}

// Text returns the CRC64 of data in the form used in headers.
func Text(data []byte) string {
	return base64.StdEncoding.EncodeToString(binary.LittleEndian.AppendUint64(nil, Of(data)))
}
