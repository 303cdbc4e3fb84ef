package blob

import (
	"crypto/md5"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc64"
	"io"
	"net/http"

	"ifmatch/reference/errcode"
)

// body reads the whole body of a request, at most limit bytes, and holds it against the checksums that came with it.
// It is called before any lock is taken, so that a half-sent body keeps no reader waiting. // BLOB-CONS-06
func (c *call) body(limit int64) ([]byte, error) {
	n := c.r.ContentLength
	if n < 0 && len(c.r.TransferEncoding) == 0 && c.r.Body != nil && c.r.Body != http.NoBody {
		return nil, errcode.New(errcode.MissingContentLengthHeader)
	}
	if n > limit {
		return nil, errcode.New(errcode.RequestBodyTooLarge)
	}
	data, err := readAll(c.r.Body, n, limit)
	if err != nil {
		return nil, err
	}
	return data, c.checksums(data, hContentMD5, hCRC64)
}

// trusted is how much memory a declared length is granted before bytes have come.
const trusted = 1 << 20

func readAll(r io.Reader, declared, limit int64) ([]byte, error) {
	if r == nil || declared == 0 {
		return nil, nil
	}
	size := int64(512)
	if declared > 0 {
		size = min(declared, trusted)
	}
	data := make([]byte, 0, size)
	for {
		if len(data) == cap(data) {
			if int64(len(data)) == declared {
				break
			}
			data = append(data, 0)[:len(data)]
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if int64(len(data)) > limit {
			return nil, errcode.New(errcode.RequestBodyTooLarge)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errcode.Newf(errcode.InvalidInput, "The body of the request did not arrive completely.")
		}
	}
	if declared >= 0 && int64(len(data)) != declared {
		return nil, errcode.Newf(errcode.InvalidInput, "The body of the request is not as long as its Content-Length says.")
	}
	return data, nil
}

// crcTable is the polynomial that the service computes its CRC64 with.
var crcTable = crc64.MakeTable(0x9A6C9329AC4BC9B5)

// checksums holds data against the MD5 and the CRC64 in the given headers.
func (c *call) checksums(data []byte, md5Header, crcHeader string) error {
	if v := c.get(md5Header); v != "" {
		want, err := base64.StdEncoding.DecodeString(v)
		if err != nil || len(want) != md5.Size {
			return errcode.New(errcode.InvalidMD5)
		}
		if got := md5.Sum(data); string(want) != string(got[:]) {
			return errcode.New(errcode.Md5Mismatch)
		}
	}
	if v := c.get(crcHeader); v != "" {
		want, err := base64.StdEncoding.DecodeString(v)
		if err != nil || len(want) != crc64.Size {
			return errcode.BadHeader(crcHeader, v)
		}
		if binary.LittleEndian.Uint64(want) != crc64.Checksum(data, crcTable) {
			return errcode.New(errcode.Crc64Mismatch)
		}
	}
	return nil
}

// showChecksum tells the client what arrived: the checksum of the kind that it sent along, else the MD5.
func (c *call) showChecksum(h http.Header, data []byte) {
	if c.get(hCRC64) != "" {
		set(h, hCRC64, crc64Of(data))
		return
	}
	set(h, hContentMD5, md5Of(data))
}

func md5Of(data []byte) string {
	sum := md5.Sum(data)
	return base64.StdEncoding.EncodeToString(sum[:])
}

func crc64Of(data []byte) string {
	sum := binary.LittleEndian.AppendUint64(nil, crc64.Checksum(data, crcTable))
	return base64.StdEncoding.EncodeToString(sum)
}

// empty makes sure that no body came with an operation that takes none, and reads nothing otherwise.
func (c *call) empty() error {
	if c.r.ContentLength > 0 {
		return errcode.BadHeader("Content-Length", c.get(hContentLength))
	}
	return nil
}
