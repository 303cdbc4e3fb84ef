package sdk

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"

	"ifmatch/steps/scenario"
)

// Part is a part of a multipart body.
type Part struct {
	Header textproto.MIMEHeader
	Body   []byte
}

// Parts splits a multipart body.
func Parts(contentType string, body []byte) (out []Part, _ error) {
	kind, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		return nil, err
	}
	if kind != "multipart/mixed" || parameters["boundary"] == "" {
		return nil, fmt.Errorf("%q is not multipart", contentType)
	}
	r := multipart.NewReader(bytes.NewReader(body), parameters["boundary"])
	for {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		raw, err := io.ReadAll(p)
		if err != nil {
			return nil, err
		}
		out = append(out, Part{p.Header, raw})
	}
}

// Answer reads the part as an HTTP answer. If its body is shorter than it says, the answer comes
// with an io.ErrUnexpectedEOF.
func (p Part) Answer() (scenario.Response, error) {
	// The line end before a boundary is no longer there, and an answer without a body needs it.
	r, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(append(p.Body, "\r\n"...))), nil)
	if err != nil {
		return scenario.Response{}, fmt.Errorf("reading an answer of the batch: %w", err)
	}
	defer r.Body.Close()
	resp := scenario.Response{Status: r.StatusCode, Header: r.Header}
	resp.Body, err = io.ReadAll(r.Body)
	if err != nil {
		err = fmt.Errorf("reading an answer of the batch: %w", err)
	}
	resp.Body = bytes.TrimRight(resp.Body, "\r\n")
	resp.Code = errorCode(resp)
	return resp, err
}
