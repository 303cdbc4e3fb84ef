package frontend

import (
	"errors"
	"net/http"
	"strconv"

	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
	"ifmatch/reference/structured"
)

// Names of the headers of structured bodies.
const (
	hStructuredBody   = "X-Ms-Structured-Body"
	hStructuredLength = "X-Ms-Structured-Content-Length"
)

var structuredType = []string{structured.Type}

// CheckStructured checks the headers that ask for a structured body, in the request or in its answer. An operation takes
// one if it takes or gives the content of a blob or file. // D:Structured Body Format
func (c *Call) CheckStructured(takes bool) error {
	v, length := c.Get(hStructuredBody), c.Get(hStructuredLength)
	switch {
	case !c.Has(hStructuredBody) && !c.Has(hStructuredLength):
		return nil
	case !takes:
		return errcode.Newf(errcode.NotImplemented, "The reference server does not implement structured bodies for "+c.Op.String()+".")
	case v == "":
		return errcode.MissingHeader("x-ms-structured-body")
	case v != structured.Type:
		return errcode.BadHeader("x-ms-structured-body", v)
	case c.Request.ContentLength > 0 && length == "":
		return errcode.MissingHeader("x-ms-structured-content-length")
	}
	return nil
}

// Content reads the whole body of a request, and takes the content out of a structured one. The content has at most
// limit bytes.
func (c *Call) Content(limit int64) ([]byte, error) {
	if !c.structured() {
		return c.Body(limit)
	}
	length, _, err := c.Natural(hStructuredLength)
	if err != nil {
		return nil, err
	}
	message, err := c.Body(limit + structured.Overhead)
	if err != nil {
		return nil, err
	}
	data, err := structured.Unpack(message)
	switch {
	case errors.Is(err, structured.ErrChecksum):
		return nil, errcode.New(errcode.Crc64Mismatch)
	case err != nil:
		return nil, errcode.Newf(errcode.InvalidInput, "The body is not a structured message in the format "+structured.Type+".")
	case int64(len(data)) != length:
		return nil, errcode.BadHeader("x-ms-structured-content-length", c.Get(hStructuredLength))
	case length > limit:
		return nil, errcode.New(errcode.RequestBodyTooLarge)
	}
	return data, nil
}

// structured reports whether the request has a structured body, or asks for one.
func (c *Call) structured() bool { return c.Has(hStructuredBody) }

// ShowStructured tells the client that its structured body was understood.
func (c *Call) ShowStructured(h http.Header) {
	if c.structured() {
		header.Share(h, hStructuredBody, structuredType)
	}
}

// SendContent sends a part of a content with a status, in a structured body if the client asks for one.
func (c *Call) SendContent(w http.ResponseWriter, status int, content store.Content, from, to int64) {
	h := w.Header()
	if !c.structured() {
		header.Set(h, header.ContentLength, strconv.FormatInt(to-from, 10))
		w.WriteHeader(status)
		_ = content.WriteRange(w, from, to) // the client may be gone
		return
	}
	c.ShowStructured(h)
	header.Set(h, hStructuredLength, strconv.FormatInt(to-from, 10))
	header.Set(h, header.ContentLength, strconv.FormatInt(structured.Size(to-from), 10))
	w.WriteHeader(status)
	_ = structured.Pack(w, to-from, func(first, end int64) []byte { return content.Slice(from+first, from+end) })
}
