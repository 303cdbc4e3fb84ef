// Package sddl converts security descriptors between their two forms: the text of the Security Descriptor Definition
// Language, and the binary form that file systems keep, in which all parts follow a header (self-relative).
//
// It knows what files need: owner, group and access control lists with plain entries. It refuses what it cannot carry
// over whole: entries with conditions, with the GUIDs of directory objects, and names of accounts that only a domain
// could resolve. // MS-DTYP 2.4, 2.5.1
package sddl

import (
	"encoding/binary"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// parseText reads a text: owner, group and lists, in that order, each at most once.
func parseText(text string) (d descriptor, ok bool) {
	rest, found := text, false
	part := func(name, next string) (string, bool) {
		after, given := strings.CutPrefix(rest, name)
		if !given {
			return "", false
		}
		found = true
		end := len(after)
		for _, n := range strings.Split(next, " ") {
			if i := strings.Index(after, n); n != "" && i >= 0 {
				end = min(end, i)
			}
		}
		value := after[:end]
		rest = after[end:]
		return value, true
	}
	if v, given := part("O:", "G: D: S:"); given {
		if d.owner, ok = parseSID(v); !ok {
			return d, false
		}
	}
	if v, given := part("G:", "D: S:"); given {
		if d.group, ok = parseSID(v); !ok {
			return d, false
		}
	}
	if v, given := part("D:", "S:"); given {
		if d.dacl, ok = parseList(v); !ok {
			return d, false
		}
	}
	if v, given := part("S:", ""); given {
		if d.sacl, ok = parseList(v); !ok {
			return d, false
		}
	}
	return d, found && rest == ""
}

func parseList(text string) (*acl, bool) {
	var l acl
	begin, _, _ := strings.Cut(text, "(")
	rest := text[len(begin):]
	if begin, l.null = strings.CutSuffix(begin, noAccessControl); l.null && rest != "" {
		return nil, false
	}
	control, ok := parseWords(begin, controls)
	if !ok {
		return nil, false
	}
	l.control = uint16(control)
	for rest != "" {
		entry, after, closed := strings.Cut(rest, ")")
		entry, opened := strings.CutPrefix(entry, "(")
		e, ok := parseEntry(entry)
		if !opened || !closed || !ok {
			return nil, false
		}
		l.entries, rest = append(l.entries, e), after
	}
	return &l, true
}

// parseEntry reads kind;flags;rights;object;inherited object;SID.
func parseEntry(text string) (e ace, ok bool) {
	f := strings.Split(text, ";")
	if len(f) != 6 || f[3] != "" || f[4] != "" {
		return e, false
	}
	i := slices.IndexFunc(kinds, func(w word) bool { return w.name == f[0] })
	if i < 0 {
		return e, false
	}
	e.kind = byte(kinds[i].value)
	bits, ok := parseWords(f[1], flags)
	if !ok {
		return e, false
	}
	e.flags = byte(bits)
	if e.mask, ok = parseMask(f[2]); !ok {
		return e, false
	}
	e.sid, ok = parseSID(f[5])
	return e, ok
}

func parseMask(text string) (uint32, bool) {
	if text != "" && text[0] >= '0' && text[0] <= '9' {
		n, err := strconv.ParseUint(text, 0, 32)
		return uint32(n), err == nil
	}
	return parseWords(text, slices.Concat(wholes, rights))
}

// parseWords reads words written without a separator.
func parseWords(text string, known []word) (bits uint32, ok bool) {
words:
	for text != "" {
		for _, w := range known {
			if rest, is := strings.CutPrefix(text, w.name); is {
				bits, text = bits|w.value, rest
				continue words
			}
		}
		return 0, false
	}
	return bits, true
}

func parseSID(text string) (sid, bool) {
	for _, a := range aliases {
		if text == a.name {
			text = a.sid
		}
	}
	rest, is := strings.CutPrefix(text, "S-1-")
	f := strings.Split(rest, "-")
	if !is || len(f) > maxAuthorities+1 {
		return "", false
	}
	authority, err := strconv.ParseUint(f[0], 0, 48)
	if err != nil {
		return "", false
	}
	b := binary.BigEndian.AppendUint64(nil, authority)
	b[0], b[1] = 1, byte(len(f)-1)
	for _, text := range f[1:] {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return "", false
		}
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return sid(b), true
}

func (d *descriptor) text() string {
	var b strings.Builder
	if d.owner != "" {
		b.WriteString("O:" + d.owner.text())
	}
	if d.group != "" {
		b.WriteString("G:" + d.group.text())
	}
	if d.dacl != nil {
		b.WriteString("D:")
		d.dacl.write(&b)
	}
	if d.sacl != nil {
		b.WriteString("S:")
		d.sacl.write(&b)
	}
	return b.String()
}

func (l *acl) write(b *strings.Builder) {
	b.WriteString(words(uint32(l.control), controls))
	if l.null {
		b.WriteString(noAccessControl)
	}
	for _, e := range l.entries {
		i := slices.IndexFunc(kinds, func(w word) bool { return w.value == uint32(e.kind) })
		b.WriteString("(" + kinds[i].name + ";" + words(uint32(e.flags), flags) + ";" + maskText(e.mask) + ";;;" + e.sid.text() + ")")
	}
}

// maskText names a mask, as a whole or bit by bit. A mask with a bit that has no name is a number.
func maskText(mask uint32) string {
	for _, w := range wholes {
		if w.value == mask {
			return w.name
		}
	}
	var named uint32
	for _, w := range rights {
		named |= w.value
	}
	if mask&^named != 0 || mask == 0 {
		return "0x" + strconv.FormatUint(uint64(mask), 16)
	}
	return words(mask, rights)
}

func words(bits uint32, known []word) (text string) {
	for _, w := range known {
		if bits&w.value != 0 {
			text += w.name
		}
	}
	return text
}

func (s sid) text() string {
	b := []byte(s)
	authority := binary.BigEndian.Uint64(append([]byte{0, 0}, b[2:8]...))
	text := "S-1-" + strconv.FormatUint(authority, 10)
	for i := 8; i < len(b); i += 4 {
		text += "-" + strconv.FormatUint(uint64(binary.LittleEndian.Uint32(b[i:])), 10)
	}
	for _, a := range aliases {
		if text == a.sid {
			return a.name
		}
	}
	return text
}

// ErrInvalid is the error of a descriptor that cannot be read, or that the other form could not express.
var ErrInvalid = errors.New("reading a security descriptor: it is malformed, or has parts that cannot be converted")

// Binary converts a text.
func Binary(text string) ([]byte, error) {
	d, ok := parseText(text)
	if !ok {
		return nil, ErrInvalid
	}
	b, ok := d.binary()
	if !ok {
		return nil, ErrInvalid
	}
	return b, nil
}

// Text converts a binary descriptor.
func Text(binary []byte) (string, error) {
	d, ok := parseBinary(binary)
	if !ok {
		return "", ErrInvalid
	}
	return d.text(), nil
}
