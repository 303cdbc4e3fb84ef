package frontend

import (
	"cmp"
	"strconv"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
)

// Span is a range of bytes in a header: its first byte, and the byte after its last.
type Span struct {
	From, To int64
	Open     bool // the range extends to the end; To is meaningless
}

// ParseRange reads bytes=a-b or bytes=a-, the only two forms that the services accept.
func ParseRange(v string) (Span, bool) {
	v, ok := strings.CutPrefix(strings.TrimSpace(v), "bytes=")
	if !ok {
		return Span{}, false
	}
	a, b, ok := strings.Cut(v, "-")
	if !ok {
		return Span{}, false
	}
	from, err := ParseOffset(a)
	if err != nil {
		return Span{}, false
	}
	if b == "" {
		return Span{From: from, Open: true}, true
	}
	last, err := ParseOffset(b)
	if err != nil || last < from || last+1 < 0 {
		return Span{}, false
	}
	return Span{From: from, To: last + 1}, true
}

// ParseOffset reads digits only, without a sign or spaces.
func ParseOffset(s string) (int64, error) {
	n, err := strconv.ParseUint(s, 10, 63)
	return int64(n), err
}

// ContentRange returns the header that says which part of a content a response holds.
func ContentRange(from, to, length int64) string {
	return "bytes " + strconv.FormatInt(from, 10) + "-" + strconv.FormatInt(to-1, 10) + "/" + strconv.FormatInt(length, 10)
}

// Range returns the range header of the request: x-ms-range, or else Range.
func (c *Call) Range() string { return cmp.Or(c.Get(header.XMSRange), c.Get("Range")) }

// ByteRange returns the requested part of a content with the given length. A range that cannot be read is ignored, as
// in HTTP: clients of an empty blob ask for bytes=0--1. // I:Azurite#2458
func (c *Call) ByteRange(length int64) (from, to int64, partial bool, err error) {
	r, ok := ParseRange(c.Range())
	switch {
	case !ok:
		return 0, length, false, nil
	case r.From >= length:
		return 0, 0, false, errcode.New(errcode.InvalidRange)
	case r.Open || r.To > length:
		r.To = length
	}
	return r.From, r.To, true, nil
}

// Integer reads a header that holds a number; n is -1 if it is absent.
func (c *Call) Integer(name string) (n int64, given bool, err error) {
	v := c.Get(name)
	if v == "" {
		return -1, false, nil
	}
	n, perr := strconv.ParseInt(v, 10, 64)
	if perr != nil {
		return 0, true, errcode.BadHeader(name, v)
	}
	return n, true, nil
}

// Natural reads a header that holds a number of zero or more.
func (c *Call) Natural(name string) (n int64, given bool, err error) {
	n, given, err = c.Integer(name)
	if err == nil && given && n < 0 {
		return 0, true, errcode.BadHeader(name, c.Get(name))
	}
	return n, given, err
}

// BadOrMissing refuses a header that must be one of several words.
func BadOrMissing(name, value string) error {
	if value == "" {
		return errcode.MissingHeader(name)
	}
	return errcode.BadHeader(name, value)
}
