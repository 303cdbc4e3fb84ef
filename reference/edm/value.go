// Package edm holds the property values of the Table service: the eight types of the Entity Data Model that it knows,
// their order, and their form in JSON.
package edm

import (
	"cmp"
	"math"
	"strings"
	"time"

	"ifmatch/reference/guid"
)

// Type is the type of a value.
type Type uint8

// The types.
const (
	String Type = iota + 1
	Int32
	Int64
	Double
	Boolean
	DateTime
	GUID
	Binary
)

var typeNames = [...]string{
	String: "Edm.String", Int32: "Edm.Int32", Int64: "Edm.Int64", Double: "Edm.Double", Boolean: "Edm.Boolean",
	DateTime: "Edm.DateTime", GUID: "Edm.Guid", Binary: "Edm.Binary",
}

// String returns the type's name, such as "Edm.Int64".
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return ""
}

// Value is one value. It never changes; two values are the same if they compare equal with ==. The zero Value has no
// type.
type Value struct {
	kind Type
	text string // of String; the bytes of Binary and GUID
	bits uint64 // of the other types
}

// OfString makes a string.
func OfString(s string) Value { return Value{kind: String, text: s} }

// OfInt32 makes a 32-bit number.
func OfInt32(n int32) Value { return Value{kind: Int32, bits: uint64(int64(n))} }

// OfInt64 makes a 64-bit number.
func OfInt64(n int64) Value { return Value{kind: Int64, bits: uint64(n)} }

// OfDouble makes a floating-point number.
func OfDouble(f float64) Value { return Value{kind: Double, bits: math.Float64bits(f)} }

// OfBoolean makes a truth value.
func OfBoolean(b bool) Value {
	v := Value{kind: Boolean}
	if b {
		v.bits = 1
	}
	return v
}

// OfBinary makes a string of bytes.
func OfBinary(b []byte) Value { return Value{kind: Binary, text: string(b)} }

// OfGUID makes a GUID.
func OfGUID(g guid.GUID) Value { return Value{kind: GUID, text: string(g[:])} }

// ticks per second, and the ticks from the year 1, where dates start, to 1970.
const (
	perSecond = int64(time.Second / tick)
	tick      = 100 * time.Nanosecond
	epoch     = 62_135_596_800 * perSecond
)

// OfTime makes a date, cut to 100 ns.
func OfTime(t time.Time) Value {
	return Value{kind: DateTime, bits: uint64(t.Unix()*perSecond + epoch + int64(t.Nanosecond())/int64(tick))}
}

// Parts returns what a value is made of, for keeping it. Made is its inverse.
func (v Value) Parts() (kind Type, text string, bits uint64) { return v.kind, v.text, v.bits }

// Made makes a value from its parts.
func Made(kind Type, text string, bits uint64) Value { return Value{kind, text, bits} }

// Type returns the type of the value; 0 for the zero Value.
func (v Value) Type() Type { return v.kind }

// Text returns the string in a String; empty for other types.
func (v Value) Text() string {
	if v.kind == String {
		return v.text
	}
	return ""
}

// True reports whether the value is the Boolean true.
func (v Value) True() bool { return v.kind == Boolean && v.bits == 1 }

// Time returns the time in a DateTime; zero for other types.
func (v Value) Time() time.Time {
	if v.kind != DateTime {
		return time.Time{}
	}
	n := int64(v.bits) - epoch
	return time.Unix(n/perSecond, n%perSecond*int64(tick)).UTC()
}

func (v Value) double() float64 {
	if v.kind == Double {
		return math.Float64frombits(v.bits)
	}
	return float64(int64(v.bits))
}

func (v Value) numeric() bool { return v.kind == Int32 || v.kind == Int64 || v.kind == Double }

// Compare orders two values: the order is below zero if v comes first, and zero if they are equal. Values of different
// types are not comparable, except numbers of different width. NaN is not comparable.
func Compare(v, w Value) (order int, comparable bool) {
	switch {
	case v.numeric() && w.numeric() && (v.kind == Double || w.kind == Double):
		a, b := v.double(), w.double()
		switch {
		case a < b:
			return -1, true
		case a > b:
			return 1, true
		}
		return 0, a == b
	case v.numeric() && w.numeric():
		return cmp.Compare(int64(v.bits), int64(w.bits)), true
	case v.kind != w.kind || v.kind == 0:
		return 0, false
	case v.kind == Boolean || v.kind == DateTime:
		return cmp.Compare(int64(v.bits), int64(w.bits)), true
	default:
		return strings.Compare(v.text, w.text), true
	}
}

// Size returns how many bytes the value counts in its entity: text as UTF-16, other types by their width.
func (v Value) Size() int {
	switch v.kind {
	case String:
		return 2*UTF16Len(v.text) + 4
	case Binary:
		return len(v.text) + 4
	case Int32:
		return 4
	case Boolean:
		return 1
	case GUID:
		return 16
	case Int64, Double, DateTime:
		return 8
	}
	return 0
}

// Bytes returns how many bytes the content of a String or Binary takes in the service; 0 for other types.
func (v Value) Bytes() int {
	switch v.kind {
	case String:
		return 2 * UTF16Len(v.text)
	case Binary:
		return len(v.text)
	}
	return 0
}

// UTF16Len returns the number of UTF-16 units of a text, which is how the service counts characters.
func UTF16Len(s string) int {
	n := 0
	for _, r := range s {
		if r >= 0x10000 {
			n++
		}
		n++
	}
	return n
}
