package frontend

import (
	"errors"
	"io"

	"ifmatch/reference/errcode"
)

// trusted is how much memory a declared length is granted before bytes have come.
const trusted = 1 << 20

// Body reads the whole body of a request, at most limit bytes. It is to be called before any lock is taken, so that a
// half-sent body keeps no reader waiting. // BLOB-CONS-06
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
