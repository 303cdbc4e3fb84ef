package history

import "encoding/binary"

// encoder writes the events of blocks, one block after another.
type encoder struct {
	trail  trail
	shapes [256]struct {
		shape shape
		id    uint64 // 0: none
	}
	defined uint64
}

// begin forgets the previous block.
func (c *encoder) begin() { *c = encoder{} }

// append writes an event.
func (c *encoder) append(b []byte, e *Event) []byte {
	t := &c.trail
	f := t.fieldsOf(e)
	b = c.appendShape(b, shape{byte(e.Op), byte(e.Outcome), byte(e.Flags), f, e.Status, e.Code, e.Name})
	if f&nextSeq == 0 {
		b = binary.AppendUvarint(b, uint64(e.Client))
		b = binary.AppendUvarint(b, uint64(e.Seq))
	}
	if f&sameKey == 0 {
		b = binary.AppendUvarint(b, uint64(e.Key))
	}
	if f&sameTimes == 0 {
		b = binary.AppendVarint(b, e.Invoke-t.since())
		if f&openEnd == 0 {
			b = binary.AppendUvarint(b, uint64(e.Return-e.Invoke))
		}
		if f&planned != 0 {
			b = binary.AppendUvarint(b, uint64(e.Invoke-e.Intended))
		}
	}
	if f&hasIf != 0 {
		b = binary.AppendVarint(b, int64(e.If-t.tag))
	}
	if f&hasTag != 0 {
		b = binary.AppendVarint(b, int64(e.Tag-t.tag))
	}
	if f&hasLease != 0 {
		b = binary.AppendVarint(b, int64(e.Lease-t.lease))
	}
	if f&hasNext != 0 {
		b = binary.AppendVarint(b, int64(e.Next-t.lease))
	}
	if f&hasValue != 0 {
		client, seq := WriterOf(e.Value)
		b = binary.AppendUvarint(b, uint64(client))
		b = binary.AppendVarint(b, int64(seq)-int64(e.Seq))
	}
	if f&hasGroup != 0 {
		b = binary.AppendVarint(b, int64(e.Group-t.group))
	}
	if f&hasArg != 0 {
		b = binary.AppendVarint(b, e.Arg)
	}
	if f&hasGot != 0 {
		b = binary.AppendVarint(b, e.Got)
	}
	t.follow(e)
	return b
}

// appendShape names a shape, and defines it if it is new. Two shapes with the same place in the
// table are defined again and again, which only costs space.
func (c *encoder) appendShape(b []byte, s shape) []byte {
	h := uint64(s.op) | uint64(s.outcome)<<8 | uint64(s.flags)<<16 | uint64(s.fields)<<24
	h = h*0x9e3779b97f4a7c15 ^ (uint64(s.status)|uint64(s.code)<<16|uint64(s.name)<<32)*0xc2b2ae3d27d4eb4f
	at := &c.shapes[h>>56]
	if at.id != 0 && at.shape == s {
		return binary.AppendUvarint(b, at.id-1)
	}
	b = binary.AppendUvarint(b, c.defined)
	c.defined++
	at.shape, at.id = s, c.defined
	b = append(b, s.op, s.outcome, s.flags)
	b = binary.AppendUvarint(b, uint64(s.fields))
	b = binary.AppendUvarint(b, uint64(s.status))
	b = binary.AppendUvarint(b, uint64(s.code))
	return binary.AppendUvarint(b, uint64(s.name))
}
