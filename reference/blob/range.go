package blob

import (
	"strconv"
	"strings"

	"ifmatch/reference/errcode"
)

// span is a range of bytes as a header gives it: from, and the byte behind the last.
type span struct {
	from, to int64
	open     bool // up to the end; to is meaningless
}

// parseRange reads bytes=a-b or bytes=a-, the only two forms that the service knows.
func parseRange(v string) (span, bool) {
	v, ok := strings.CutPrefix(strings.TrimSpace(v), "bytes=")
	if !ok {
		return span{}, false
	}
	a, b, ok := strings.Cut(v, "-")
	if !ok {
		return span{}, false
	}
	from, err := parseOffset(a)
	if err != nil {
		return span{}, false
	}
	if b == "" {
		return span{from: from, open: true}, true
	}
	last, err := parseOffset(b)
	if err != nil || last < from || last+1 < 0 {
		return span{}, false
	}
	return span{from: from, to: last + 1}, true
}

// parseOffset reads digits only: no sign, no space.
func parseOffset(s string) (int64, error) {
	n, err := strconv.ParseUint(s, 10, 63)
	return int64(n), err
}

// byteRange is the part of a content of that length that the request asks for: x-ms-range, else Range. One that cannot
// be read is none, as HTTP has it: clients of an empty blob ask for bytes=0--1. // I:Azurite#2458
func (c *call) byteRange(length int64) (from, to int64, partial bool, err error) {
	r, ok := parseRange(first(c.Get(hXMSRange), c.Get(hRange)))
	switch {
	case !ok:
		return 0, length, false, nil
	case r.from >= length:
		return 0, 0, false, errcode.New(errcode.InvalidRange)
	case r.open || r.to > length:
		r.to = length
	}
	return r.from, r.to, true, nil
}

func contentRange(from, to, length int64) string {
	return "bytes " + strconv.FormatInt(from, 10) + "-" + strconv.FormatInt(to-1, 10) + "/" + strconv.FormatInt(length, 10)
}
