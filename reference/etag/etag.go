// Package etag issues stamps: the pair of ETag and Last-Modified that every stored version carries.
//
// A Source never issues the same ETag twice, even when its clock stands still or goes back: each stamp is at least 100
// ns after the previous one. If-Match can therefore distinguish two writes within one second, or within one tick of a
// virtual clock.
package etag

import (
	"sync/atomic"
	"time"
)

// tick is the resolution of a stamp. The service's ETags are hexadecimal counts of 100 ns.
const tick = 100 * time.Nanosecond

// epoch is the number of ticks from the year 1, where ETags start to count, to 1970.
const epoch = 621_355_968_000_000_000

// Stamp identifies one version of a resource. The zero Stamp belongs to nothing.
type Stamp struct {
	// ETag is quoted, as in a header: "0x8D…".
	ETag string
	// Modified has whole seconds, like dates on the wire.
	Modified time.Time
	// HTTPDate is Modified in the form of a header, made once per version instead of once per read.
	HTTPDate string
	// At is the exact instant. It strictly increases over all stamps of a source.
	At time.Time
}

// Unquoted returns the ETag in the form used in lists. // BLOB-ETAG-16
func (s Stamp) Unquoted() string {
	if len(s.ETag) < 2 {
		return s.ETag
	}
	return s.ETag[1 : len(s.ETag)-1]
}

// Source issues the stamps of one server. The zero Source is ready to use, and safe for concurrent use.
type Source struct {
	last atomic.Int64 // ticks since 1970
}

// Next issues the stamp of a change that happens now.
func (s *Source) Next(now time.Time) Stamp { return newStamp(s.ticks(now)) }

// Instant issues only the instant of a change that happens now, for versions whose ETag is made from it.
func (s *Source) Instant(now time.Time) time.Time {
	return time.Unix(0, s.ticks(now)*int64(tick)).UTC()
}

// Latest returns the instant of the latest stamp, or the zero time if there was none.
func (s *Source) Latest() time.Time {
	if last := s.last.Load(); last > 0 {
		return time.Unix(0, last*int64(tick)).UTC()
	}
	return time.Time{}
}

// Resume makes the source issue only stamps later than an instant, at which another source has issued one; a zero
// instant means that it has issued none.
func (s *Source) Resume(after time.Time) {
	if after.IsZero() {
		return
	}
	at := after.UnixNano() / int64(tick)
	for last := s.last.Load(); at > last && !s.last.CompareAndSwap(last, at); last = s.last.Load() {
	}
}

// ticks returns max(now, last + 100 ns).
func (s *Source) ticks(now time.Time) int64 {
	at := now.UnixNano() / int64(tick)
	for {
		last := s.last.Load()
		if at <= last {
			at = last + 1
		}
		if s.last.CompareAndSwap(last, at) {
			return at
		}
	}
}

func newStamp(ticks int64) Stamp {
	at := time.Unix(0, ticks*int64(tick)).UTC()
	modified := at.Truncate(time.Second)
	return Stamp{ETag: format(uint64(ticks) + epoch), Modified: modified, HTTPDate: HTTPDate(modified), At: at}
}

// format writes "0x" and upper-case hexadecimal digits, in quotes. // BLOB-ETAG-15 BLOB-TAB-21
func format(v uint64) string {
	const digits = "0123456789ABCDEF"
	var b [20]byte
	i := len(b) - 1
	b[i] = '"'
	for ; v > 0; v >>= 4 {
		i--
		b[i] = digits[v&15]
	}
	i -= 3
	b[i], b[i+1], b[i+2] = '"', '0', 'x'
	return string(b[i:])
}

// HTTPDate formats t like a date in a header, with whole seconds in GMT. // BLOB-COND-12
func HTTPDate(t time.Time) string {
	return t.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT")
}

// Entity returns the ETag of an entity of the Table service: its Timestamp, with the colons percent-encoded and without
// trailing zeros. // TABLE-ETAG-02 TABLE-ETAG-03 TABLE-ETAG-04
func Entity(timestamp time.Time) string {
	var space [48]byte
	var plain [32]byte
	b := append(space[:0], `W/"datetime'`...)
	for _, c := range timestamp.UTC().AppendFormat(plain[:0], "2006-01-02T15:04:05.9999999Z") {
		if c == ':' {
			b = append(b, "%3A"...)
		} else {
			b = append(b, c)
		}
	}
	return string(append(b, `'"`...))
}
