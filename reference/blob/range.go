package blob

import (
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
)

// byteRange is the part of a content of that length that the request asks for: x-ms-range, else Range. One that cannot
// be read is none, as HTTP has it: clients of an empty blob ask for bytes=0--1. // I:Azurite#2458
func (c *call) byteRange(length int64) (from, to int64, partial bool, err error) {
	r, ok := frontend.ParseRange(first(c.Get(hXMSRange), c.Get(hRange)))
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
