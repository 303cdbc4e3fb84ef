// Package structured packs content into messages that carry checksums of their parts, and unpacks them: version 1.0 of
// the services' structured body, with CRC64. // D:Structured Body Format
//
// A message is a header, segments of content with a CRC64 each, and the CRC64 of the whole content. All numbers are
// little-endian.
package structured

import (
	"encoding/binary"
	"errors"
	"io"
	"math"

	"ifmatch/reference/crc64"
)

// Type names the format in headers.
const Type = "XSM/1.0; properties=crc64"

// Errors of Unpack.
var (
	ErrMalformed = errors.New("unpacking a structured message: it is not in the format XSM/1.0 with crc64")
	ErrChecksum  = errors.New("unpacking a structured message: a CRC64 is not that of its content")
)

// Sizes in bytes.
const (
	headerSize  = 13 // version, length of the message, flags, number of segments
	segmentSize = 10 // number, length
	crcSize     = 8

	// segmentContent is the content in a segment that Pack makes, as of the service and its clients.
	segmentContent = 4 << 20
)

const (
	version  = 1
	withCRC  = 1 // flag
	segments = math.MaxUint16
)

// Overhead is how much longer a message can be than its content.
const Overhead = headerSize + segments*(segmentSize+crcSize) + crcSize

// Size returns the length of the message that Pack makes of a content.
func Size(content int64) int64 {
	return headerSize + count(content)*(segmentSize+crcSize) + content + crcSize
}

// count returns the number of segments; an empty content has one.
func count(content int64) int64 {
	return max(1, (content+sizeOf(content)-1)/sizeOf(content))
}

// sizeOf returns the content of each segment but the last. It is larger than usual if there would be too many segments.
func sizeOf(content int64) int64 {
	return max(segmentContent, (content+segments-1)/segments)
}

// Pack writes the message of a content. The function returns a part of the content.
func Pack(w io.Writer, content int64, part func(from, to int64) []byte) error {
	b := append(make([]byte, 0, headerSize+segmentSize), version)
	b = binary.LittleEndian.AppendUint64(b, uint64(Size(content)))
	b = binary.LittleEndian.AppendUint16(b, withCRC)
	b = binary.LittleEndian.AppendUint16(b, uint16(count(content)))
	whole := uint64(0)
	for n := range count(content) {
		from, to := n*sizeOf(content), min((n+1)*sizeOf(content), content)
		b = binary.LittleEndian.AppendUint16(b, uint16(n+1))
		b = binary.LittleEndian.AppendUint64(b, uint64(to-from))
		data := part(from, to)
		if _, err := w.Write(b); err != nil {
			return err
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
		whole = crc64.Update(whole, data)
		b = binary.LittleEndian.AppendUint64(b[:0], crc64.Of(data))
	}
	_, err := w.Write(binary.LittleEndian.AppendUint64(b, whole))
	return err
}

// Unpack returns the content of a message, after it has checked every CRC64. The content may lie in the message.
func Unpack(message []byte) ([]byte, error) {
	if len(message) < headerSize || message[0] != version ||
		binary.LittleEndian.Uint64(message[1:]) != uint64(len(message)) || binary.LittleEndian.Uint16(message[9:]) != withCRC {
		return nil, ErrMalformed
	}
	rest, last := message[headerSize:], binary.LittleEndian.Uint16(message[11:])
	content := message[headerSize:headerSize] // content moves to the front, never beyond what is still to be read
	for n := range last {
		data, after, err := segment(rest, n+1)
		if err != nil {
			return nil, err
		}
		content, rest = append(content, data...), after
	}
	switch {
	case len(rest) != crcSize:
		return nil, ErrMalformed
	case binary.LittleEndian.Uint64(rest) != crc64.Of(content):
		return nil, ErrChecksum
	}
	return content, nil
}

// segment reads the segment with a number from the beginning of a message's rest.
func segment(rest []byte, number uint16) (data, after []byte, err error) {
	if len(rest) < segmentSize+crcSize || binary.LittleEndian.Uint16(rest) != number {
		return nil, nil, ErrMalformed
	}
	length := binary.LittleEndian.Uint64(rest[2:])
	if length > uint64(len(rest)-segmentSize-crcSize) {
		return nil, nil, ErrMalformed
	}
	end := segmentSize + int(length)
	data, after = rest[segmentSize:end], rest[end+crcSize:]
	if binary.LittleEndian.Uint64(rest[end:]) != crc64.Of(data) {
		return nil, nil, ErrChecksum
	}
	return data, after, nil
}
