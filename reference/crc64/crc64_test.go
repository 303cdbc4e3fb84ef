package crc64

import (
	"hash/crc64"
	"testing"
)

func FuzzOf(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte("eight by"))
	f.Add([]byte("eight bytes and then some"))
	table := crc64.MakeTable(0x9A6C9329AC4BC9B5)
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, want := Of(data), crc64.Checksum(data, table); got != want {
			t.Errorf("%q has the CRC64 %x, want %x", data, got, want)
		}
	})
}
