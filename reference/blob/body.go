package blob

import (
	"encoding/base64"
	"encoding/binary"
	"net/http"

	"ifmatch/reference/crc64"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
)

// body reads the whole body of a request, at most limit bytes, and checks it against the checksums in the request.
func (c *call) body(limit int64) ([]byte, error) {
	if c.Request.ContentLength < 0 && len(c.Request.TransferEncoding) == 0 && c.Request.Body != nil && c.Request.Body != http.NoBody {
		return nil, errcode.New(errcode.MissingContentLengthHeader)
	}
	data, err := c.Content(limit)
	if err != nil {
		return nil, err
	}
	return data, c.checksums(data, header.ContentMD5, hCRC64)
}

// checksums checks data against the MD5 and the CRC64 in the given headers.
func (c *call) checksums(data []byte, md5Header, crcHeader string) error {
	if err := c.CheckMD5(md5Header, data); err != nil {
		return err
	}
	if v := c.Get(crcHeader); v != "" {
		want, err := base64.StdEncoding.DecodeString(v)
		if err != nil || len(want) != 8 {
			return errcode.BadHeader(crcHeader, v)
		}
		if binary.LittleEndian.Uint64(want) != crc64.Of(data) {
			return errcode.New(errcode.Crc64Mismatch)
		}
	}
	return nil
}

// Versions of the protocol: the first whose answers hold a CRC64, and the first whose answers hold it along with an
// MD5.
const (
	crc64Since = "2019-02-02"
	bothSince  = "2026-10-06"
)

// showChecksum shows the client a checksum of the received data: the MD5 if the request had one, otherwise the CRC64.
// Versions before the CRC64 always show the MD5.
// // D:Put Block, Append Block, Put Page, Put Block List, response headers
func (c *call) showChecksum(h http.Header, data []byte) {
	c.ShowStructured(h)
	sent := c.Has(header.ContentMD5) || c.Has(hSourceMD5)
	if sent || c.Version < crc64Since {
		header.Set(h, header.ContentMD5, frontend.MD5(data))
	}
	if !sent && c.Version >= crc64Since || sent && c.Version >= bothSince {
		header.Set(h, hCRC64, crc64.Text(data))
	}
}
