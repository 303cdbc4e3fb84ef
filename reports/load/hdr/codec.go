package hdr

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	hdrhistogram "github.com/HdrHistogram/hdrhistogram-go"
)

// The range of every histogram, in nanoseconds. It is the same for all, so that any
// two can be added. Longer durations count as highest, except in Max, Min and the
// mean, which are exact.
const (
	lowest  = 1_000
	highest = 3_600_000_000_000
	digits  = 3
)

// The cookies of HDR's V2 encoding, outside and inside the compression. Their second
// lowest digit is the word size and is ignored.
const (
	cookieCompressed = 0x1c849304
	cookiePlain      = 0x1c849303
	cookieMask       = 0xffffff0f
)

// outerHeader and innerHeader are the lengths of the headers, in bytes.
const (
	outerHeader = 8
	innerHeader = 40
)

func encode(counts *hdrhistogram.Histogram) string {
	text, err := counts.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		panic("hdr: encode into memory: " + err.Error()) // only a failing writer can cause it
	}
	return string(text)
}

// decode reads a histogram. The library's own decoder trusts its input with the size
// of what it allocates and indexes, so results from elsewhere are read by this one.
func decode(text string) (*hdrhistogram.Histogram, error) {
	snapshot := hdrhistogram.New(lowest, highest, digits).Export()
	packed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	if len(packed) < outerHeader {
		return nil, errors.New("it is cut off")
	}
	if c := binary.BigEndian.Uint32(packed); c&cookieMask != cookieCompressed {
		return nil, fmt.Errorf("it begins with %#x, not as a compressed HDR histogram (V2) does", c)
	}
	if n := binary.BigEndian.Uint32(packed[4:]); uint64(n) != uint64(len(packed)-outerHeader) {
		return nil, fmt.Errorf("it announces %d bytes and has %d", n, len(packed)-outerHeader)
	}
	z, err := zlib.NewReader(bytes.NewReader(packed[outerHeader:]))
	if err != nil {
		return nil, err
	}
	limit := innerHeader + binary.MaxVarintLen64*len(snapshot.Counts)
	plain, err := io.ReadAll(io.LimitReader(z, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	switch {
	case len(plain) < innerHeader:
		return nil, errors.New("its header is cut off")
	case len(plain) > limit:
		return nil, errors.New("it is larger than a histogram can be")
	}
	if err := checkHeader(plain); err != nil {
		return nil, err
	}
	if err := fill(snapshot.Counts, plain[innerHeader:]); err != nil {
		return nil, err
	}
	return hdrhistogram.Import(snapshot), nil
}

func checkHeader(plain []byte) error {
	word := func(at int) uint32 { return binary.BigEndian.Uint32(plain[at:]) }
	long := func(at int) int64 { return int64(binary.BigEndian.Uint64(plain[at:])) }
	switch {
	case word(0)&cookieMask != cookiePlain:
		return fmt.Errorf("its contents begin with %#x, not as an HDR histogram (V2) does", word(0))
	case uint64(word(4)) != uint64(len(plain)-innerHeader):
		return fmt.Errorf("its header announces %d bytes of counts, it has %d", word(4), len(plain)-innerHeader)
	case word(12) != digits || long(16) != lowest || long(24) != highest:
		return fmt.Errorf("its range is %d to %d ns with %d digits, want %d to %d ns with %d",
			long(16), long(24), word(12), int64(lowest), int64(highest), digits)
	}
	return nil
}

// fill reads counts in zigzag LEB128. A negative number means as many zeros.
func fill(counts []int64, from []byte) error {
	at, total := int64(0), int64(0)
	for len(from) > 0 {
		n, width := zigzag(from)
		if width == 0 {
			return errors.New("its counts are cut off")
		}
		from = from[width:]
		if n < 0 {
			if n < -int64(len(counts)) {
				return errors.New("it has more counts than its range")
			}
			at -= n
			continue
		}
		if at >= int64(len(counts)) {
			return errors.New("it has more counts than its range")
		}
		counts[at] = n
		if total += n; total < 0 {
			return errors.New("its counts overflow")
		}
		at++
	}
	return nil
}

// zigzag reads one number of at most nine bytes, the last of which is whole: almost
// encoding/binary's varint. Width 0 means that there is none.
func zigzag(from []byte) (n int64, width int) {
	var u uint64
	for i := range min(len(from), 9) {
		b := uint64(from[i])
		if i == 8 {
			u |= b << 56
			return int64(u>>1) ^ -int64(u&1), 9
		}
		u |= b & 0x7f << (7 * i)
		if b < 0x80 {
			return int64(u>>1) ^ -int64(u&1), i + 1
		}
	}
	return 0, 0
}
