package frontend

import (
	"crypto/md5"
	"encoding/base64"
	"errors"
	"io"

	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
)

// trusted is how much memory is allocated for a declared length before any bytes have arrived.
const trusted = 1 << 20

// Body reads the whole body of a request, at most limit bytes. Call it before taking any lock, so that a half-sent body
// blocks no reader. // BLOB-CONS-06
func (c *Call) Body(limit int64) ([]byte, error) {
	r, declared := c.Request.Body, c.Request.ContentLength
	if declared > limit {
		return nil, errcode.New(errcode.RequestBodyTooLarge)
	}
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

// Empty refuses a request that declares a body for an operation that accepts none. It reads nothing.
func (c *Call) Empty() error {
	if c.Request.ContentLength > 0 {
		return errcode.BadHeader("Content-Length", c.Get(header.ContentLength))
	}
	return nil
}

// CheckMD5 checks data against the MD5 in a header of the request, if there is one.
func (c *Call) CheckMD5(name string, data []byte) error {
	v := c.Get(name)
	if v == "" {
		return nil
	}
	want, err := base64.StdEncoding.DecodeString(v)
	if err != nil || len(want) != md5.Size {
		return errcode.New(errcode.InvalidMD5)
	}
	if got := md5.Sum(data); string(want) != string(got[:]) {
		return errcode.New(errcode.Md5Mismatch)
	}
	return nil
}

// MD5 returns the MD5 of data in the form used in headers.
func MD5(data []byte) string {
	sum := md5.Sum(data)
	return base64.StdEncoding.EncodeToString(sum[:])
}
