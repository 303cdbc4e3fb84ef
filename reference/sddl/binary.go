package sddl

import (
	"encoding/binary"
	"math"
)

// Sizes of the parts, in bytes, and the largest number of subauthorities of a SID.
const (
	headerSize     = 20
	listSize       = 8
	entrySize      = 8
	sidSize        = 8
	maxAuthorities = 15
	listRevision   = 2
)

// binary writes the header, the lists, the owner and the group, in the order in which the service writes them. It fails
// if a list is larger than its length field can say.
func (d *descriptor) binary() ([]byte, bool) {
	b := make([]byte, headerSize)
	b[0] = 1
	control := uint16(selfRelative)
	for _, l := range []struct {
		*acl
		at, present, shift int
	}{{d.sacl, 12, saclPresent, 1}, {d.dacl, 16, daclPresent, 0}} {
		if l.acl == nil {
			continue
		}
		control |= uint16(l.present) | l.control<<l.shift
		if l.null {
			continue
		}
		binary.LittleEndian.PutUint32(b[l.at:], uint32(len(b)))
		begin := len(b)
		b = l.append(b)
		if len(b)-begin > math.MaxUint16 {
			return nil, false
		}
	}
	for i, s := range []sid{d.owner, d.group} {
		if s != "" {
			binary.LittleEndian.PutUint32(b[4+4*i:], uint32(len(b)))
			b = append(b, s...)
		}
	}
	binary.LittleEndian.PutUint16(b[2:], control)
	return b, true
}

func (l *acl) append(b []byte) []byte {
	begin := len(b)
	b = append(b, listRevision, 0, 0, 0, 0, 0, 0, 0)
	for _, e := range l.entries {
		b = append(b, e.kind, e.flags)
		b = binary.LittleEndian.AppendUint16(b, uint16(entrySize+len(e.sid)))
		b = binary.LittleEndian.AppendUint32(b, e.mask)
		b = append(b, e.sid...)
	}
	binary.LittleEndian.PutUint16(b[begin+2:], uint16(len(b)-begin))
	binary.LittleEndian.PutUint16(b[begin+4:], uint16(len(l.entries)))
	return b
}

// parseBinary reads a descriptor whose parts may have any order.
func parseBinary(b []byte) (d descriptor, ok bool) {
	if len(b) < headerSize || b[0] != 1 {
		return d, false
	}
	control := binary.LittleEndian.Uint16(b[2:])
	if control&selfRelative == 0 {
		return d, false
	}
	at := func(field int) []byte {
		offset := binary.LittleEndian.Uint32(b[field:])
		switch {
		case offset == 0:
			return nil
		case int64(offset) > int64(len(b)):
			return []byte{}
		}
		return b[offset:]
	}
	if part := at(4); part != nil {
		if d.owner, ok = readSID(part); !ok {
			return d, false
		}
	}
	if part := at(8); part != nil {
		if d.group, ok = readSID(part); !ok {
			return d, false
		}
	}
	if control&saclPresent != 0 {
		if d.sacl, ok = readList(at(12), control>>1&listFlags); !ok {
			return d, false
		}
	}
	if control&daclPresent != 0 {
		if d.dacl, ok = readList(at(16), control&listFlags); !ok {
			return d, false
		}
	}
	return d, d.owner != "" || d.group != "" || d.dacl != nil || d.sacl != nil
}

// readList reads a list, or the absence of one.
func readList(b []byte, control uint16) (*acl, bool) {
	l := acl{control: control, null: b == nil}
	if l.null {
		return &l, true
	}
	if len(b) < listSize || b[0] != listRevision {
		return nil, false
	}
	size, count := int(binary.LittleEndian.Uint16(b[2:])), binary.LittleEndian.Uint16(b[4:])
	if size < listSize || size > len(b) {
		return nil, false
	}
	b = b[listSize:size]
	for range count {
		if len(b) < entrySize {
			return nil, false
		}
		size := int(binary.LittleEndian.Uint16(b[2:]))
		if size < entrySize || size > len(b) {
			return nil, false
		}
		e := ace{kind: b[0], flags: b[1], mask: binary.LittleEndian.Uint32(b[4:])}
		var ok bool
		if e.sid, ok = readSID(b[entrySize:size]); !ok || entrySize+len(e.sid) != size || !e.named() {
			return nil, false
		}
		l.entries, b = append(l.entries, e), b[size:]
	}
	return &l, true
}

// named reports whether the text has words for the kind and the flags of an entry.
func (e *ace) named() bool {
	var all uint32
	for _, w := range flags {
		all |= w.value
	}
	if uint32(e.flags)&^all != 0 {
		return false
	}
	for _, w := range kinds {
		if w.value == uint32(e.kind) {
			return true
		}
	}
	return false
}

func readSID(b []byte) (sid, bool) {
	if len(b) < sidSize || b[0] != 1 || b[1] > maxAuthorities {
		return "", false
	}
	size := sidSize + 4*int(b[1])
	if size > len(b) {
		return "", false
	}
	return sid(b[:size]), true
}
