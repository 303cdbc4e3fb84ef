package history

import (
	"encoding/binary"
	"math"
)

// varints reads numbers from contents.
type varints struct {
	rest []byte
	bad  bool // the contents end within a number
}

func (c *varints) uvarint() uint64 {
	if len(c.rest) > 0 && c.rest[0] < 0x80 {
		v := c.rest[0]
		c.rest = c.rest[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(c.rest)
	if n <= 0 {
		c.bad, c.rest = true, nil
		return 0
	}
	c.rest = c.rest[n:]
	return v
}

func (c *varints) varint() int64 {
	u := c.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

func (c *varints) uint32() uint32 {
	v := c.uvarint()
	c.bad = c.bad || v > math.MaxUint32
	return uint32(v)
}
