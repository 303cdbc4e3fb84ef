package queue

import (
	"errors"
	"io"
	"net/http"

	"ifmatch/reference/errcode"
	"ifmatch/reference/rules"
)

// call is one request while its operation is executed.
type call struct {
	s *Service
	target
	version string
	rule    *rules.Message // of the operation
	r       *http.Request
}

// serve executes the operation. Conditional headers are not looked at: no operation has a condition. // QUEUE-LWW-12
func (c *call) serve(w http.ResponseWriter, r *http.Request) {
	c.r = r
	if err := c.execute(w); err != nil {
		c.s.refuse(w, r, err)
	}
}

func (c *call) execute(w http.ResponseWriter) error {
	handle := handlers[c.op]
	if handle == nil {
		return errcode.Newf(errcode.NotImplemented, "The reference server does not implement "+c.op.String()+".")
	}
	return handle(c, w)
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
