package history

import (
	"errors"
	"fmt"
	"math"
)

// decoder reads the events of blocks, one block after another.
type decoder struct {
	book   *Dictionary
	trail  trail
	shapes []shape
	varints
}

var errShort = errors.New("it ends within an event")

// events appends the events of a block to dst.
func (c *decoder) events(dst []Event, contents []byte) (out []Event, watermark int64, err error) {
	c.varints, c.trail, c.shapes = varints{rest: contents}, trail{}, c.shapes[:0]
	n := c.uvarint()
	watermark = c.varint()
	if n > maxEvents || c.bad {
		return dst, 0, fmt.Errorf("it claims %d events, but a block has at most %d", n, maxEvents)
	}
	from := len(dst)
	for range n {
		dst = append(dst, Event{})
		if err := c.event(&dst[len(dst)-1]); err != nil {
			return dst[:from], 0, err
		}
	}
	if len(c.rest) > 0 {
		return dst[:from], 0, fmt.Errorf("%d bytes follow its last event", len(c.rest))
	}
	return dst, watermark, nil
}

func (c *decoder) event(e *Event) error {
	s, err := c.shape()
	if err != nil {
		return err
	}
	t, f := &c.trail, s.fields
	b := &t.before
	e.Op, e.Outcome, e.Flags = Op(s.op), Outcome(s.outcome), Flags(s.flags)
	e.Status, e.Code, e.Name = s.status, s.code, s.name
	if f&nextSeq != 0 {
		e.Client, e.Seq = b.Client, b.Seq+1
	} else {
		e.Client, e.Seq = c.uint32(), c.uint32()
	}
	if e.Key = b.Key; f&sameKey == 0 {
		e.Key = c.uint32()
		if int64(e.Key) >= int64(len(c.book.tables[keyTable].list)) {
			return fmt.Errorf("an event has key %d, which has no name", e.Key)
		}
	}
	if f&sameTimes != 0 {
		e.Intended, e.Invoke, e.Return = b.Intended, b.Invoke, b.Return
	} else {
		e.Invoke, e.Return = t.since()+c.varint(), Open
		if f&openEnd == 0 {
			e.Return = e.Invoke + int64(c.uvarint())
		}
		if e.Intended = e.Invoke; f&planned != 0 {
			e.Intended -= int64(c.uvarint())
		}
	}
	switch {
	case f&ifPrevious != 0:
		e.If = b.Tag
	case f&hasIf != 0:
		e.If = t.tag + Token(c.varint())
	}
	switch {
	case f&tagIsIf != 0:
		e.Tag = e.If
	case f&hasTag != 0:
		e.Tag = t.tag + Token(c.varint())
	}
	switch {
	case f&sameLease != 0:
		e.Lease = t.lease
	case f&hasLease != 0:
		e.Lease = t.lease + Token(c.varint())
	}
	if f&hasNext != 0 {
		e.Next = t.lease + Token(c.varint())
	}
	switch {
	case f&ownValue != 0:
		e.Value = ValueOf(e.Client, e.Seq)
	case f&hasValue != 0:
		client := c.uint32()
		e.Value = ValueOf(client, uint32(int64(e.Seq)+c.varint()))
	}
	switch {
	case f&sameGroup != 0:
		e.Group = t.group
	case f&hasGroup != 0:
		e.Group = t.group + uint64(c.varint())
	}
	switch {
	case f&sameArg != 0:
		e.Arg = t.arg
	case f&hasArg != 0:
		e.Arg = c.varint()
	}
	if f&hasGot != 0 {
		e.Got = c.varint()
	}
	if c.bad {
		return errShort
	}
	for _, token := range [...]Token{e.If, e.Tag, e.Lease, e.Next} {
		if !c.book.has(token) {
			return fmt.Errorf("an event has token %#x, which has no text", uint64(token))
		}
	}
	t.follow(e)
	return nil
}

// shape reads the name of a shape, and its definition if it is new.
func (c *decoder) shape() (*shape, error) {
	id := c.uvarint()
	if id < uint64(len(c.shapes)) {
		return &c.shapes[id], nil
	}
	if id > uint64(len(c.shapes)) {
		return nil, fmt.Errorf("an event has shape %d, which is not defined", id)
	}
	if len(c.rest) < 3 {
		return nil, errShort
	}
	s := shape{op: c.rest[0], outcome: c.rest[1], flags: c.rest[2]}
	c.rest = c.rest[3:]
	f, status, code, name := c.uvarint(), c.uvarint(), c.uvarint(), c.uvarint()
	tables := &c.book.tables
	switch {
	case c.bad:
		return nil, errShort
	case f&^knownFields != 0 || status > math.MaxUint16:
		return nil, fmt.Errorf("shape %d cannot be read", id)
	case code >= uint64(len(tables[codeTable].list)) || name >= uint64(len(tables[nameTable].list)):
		return nil, fmt.Errorf("an event has code %d and name %d, which have no text", code, name)
	}
	s.fields, s.status, s.code, s.name = fields(f), uint16(status), uint16(code), uint16(name)
	c.shapes = append(c.shapes, s)
	return &c.shapes[id], nil
}
