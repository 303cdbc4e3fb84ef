package table

import (
	"errors"
	"io"
	"net/http"

	"ifmatch/reference/auth"
	"ifmatch/reference/errcode"
)

// call is one request while its operation is executed; the requests of a transaction are calls, too.
type call struct {
	s *Service
	target
	version string
	r       *http.Request
	h       http.Header // of the request
	id      auth.Identity
}

// serve executes the operation.
func (c *call) serve(w http.ResponseWriter, r *http.Request) {
	c.r, c.h = r, r.Header
	if err := c.execute(w); err != nil {
		c.s.refuse(w, r, err)
	}
}

func (c *call) execute(w http.ResponseWriter) error {
	handle := handlers[c.op]
	if handle == nil {
		return errcode.Newf(errcode.NotImplemented, "The reference server does not implement "+c.op.String()+".")
	}
	if c.s.rules.Table.Untagged[c.op] && (c.has(hIfMatch) || c.has(hIfNoneMatch)) {
		return errcode.Newf(errcode.InvalidInput, "If-Match and If-None-Match cannot be used on a resource that has no ETag.") // TABLE-COND-16
	}
	return handle(c, w)
}

func (c *call) has(header string) bool {
	_, given := c.h[header]
	return given
}

// body reads the whole body of a request, at most limit bytes.
func (c *call) body(limit int64) ([]byte, error) {
	n := c.r.ContentLength
	if n > limit {
		return nil, errcode.New(errcode.RequestBodyTooLarge)
	}
	if c.r.Body == nil {
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(c.r.Body, limit+1))
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, errcode.Newf(errcode.InvalidInput, "The body of the request did not arrive completely.")
	case int64(len(data)) > limit:
		return nil, errcode.New(errcode.RequestBodyTooLarge)
	case n >= 0 && int64(len(data)) != n:
		return nil, errcode.Newf(errcode.InvalidInput, "The body of the request is not as long as its Content-Length says.")
	}
	return data, nil
}
