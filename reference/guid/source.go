package guid

import (
	"crypto/rand"
	"encoding/binary"
	"sync/atomic"
)

// Source makes the GUIDs of one server: request ids, copy ids, and lease ids that no client proposed. It is safe for
// concurrent use.
type Source struct {
	seed uint64
	n    atomic.Uint64
}

// NewSource makes a source. Equal seeds give equal GUIDs in equal order, so that a server's answers can be repeated
// exactly; seed 0 means a random seed.
func NewSource(seed uint64) *Source {
	if seed == 0 {
		var b [8]byte
		rand.Read(b[:]) // never fails
		seed = binary.BigEndian.Uint64(b[:]) | 1
	}
	return &Source{seed: seed}
}

// Next makes the next GUID, of version 4.
func (s *Source) Next() GUID {
	n := s.n.Add(1)
	var g GUID
	binary.BigEndian.PutUint64(g[:8], mix(s.seed+2*n))
	binary.BigEndian.PutUint64(g[8:], mix(s.seed+2*n+1))
	g[6] = g[6]&0x0f | 0x40
	g[8] = g[8]&0x3f | 0x80
	return g
}

// mix is the finaliser of SplitMix64: neighbouring numbers give unlike results.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
