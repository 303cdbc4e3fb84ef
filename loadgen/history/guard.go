package history

import (
	"strconv"
	"time"
)

// Guard is the Arg of a read, a write or a deletion that depends on the version: by what the request named it. Got is
// then the number that it named.
type Guard int64

// The guards.
const (
	ByTag           Guard = iota // If-Match or If-None-Match, or no condition at all
	UnmodifiedSince              // the date of the version, in seconds since 1970
	ModifiedSince
	SequenceEqual // the sequence number of a page blob
)

// Header is the header field of the condition on a number, "" if it is on an ETag.
func (g Guard) Header(number int64) (name, value string) {
	switch g {
	case UnmodifiedSince, ModifiedSince:
		name = map[Guard]string{UnmodifiedSince: "If-Unmodified-Since", ModifiedSince: "If-Modified-Since"}[g]
		return name, time.Unix(number, 0).UTC().Format(HeaderDate)
	case SequenceEqual:
		return "x-ms-if-sequence-number-eq", strconv.FormatInt(number, 10)
	}
	return "", ""
}

// HeaderDate is the layout of dates in header fields.
const HeaderDate = "Mon, 02 Jan 2006 15:04:05 GMT"

// GuardOf is the guard of an event, ByTag if it has none.
func GuardOf(e *Event) Guard {
	if e.Op < Read || e.Op > Delete {
		return ByTag
	}
	return Guard(e.Arg)
}
