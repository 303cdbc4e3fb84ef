// Package changeset reads and writes the bodies of batches. A batch is a multipart of HTTP requests. In entity group
// transactions it is a multipart of change sets, each of which is a multipart of HTTP requests. Answers nest responses
// in the same way. The package does not interpret the requests.
package changeset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
)

// ErrMalformed means that a body is not a batch.
var ErrMalformed = errors.New("the body is not a batch")

// Request is one request of a batch.
type Request struct {
	Method string
	URI    string // as written: absolute, or a path
	Header http.Header
	Body   []byte
	ID     string // Content-ID of its part; empty if it has none
}

// Part is one part of a batch: a change set, or a single request.
type Part struct {
	Changes []Request
	Alone   *Request // nil for a change set
}

// Parse reads a batch. Parts that are not HTTP requests, and bodies that end too early, make it malformed.
func Parse(contentType string, body []byte) ([]Part, error) {
	boundary, err := boundaryOf(contentType)
	if err != nil {
		return nil, err
	}
	var parts []Part
	err = each(boundary, body, func(h textproto.MIMEHeader, content []byte) error {
		if kind, _, err := mime.ParseMediaType(h.Get("Content-Type")); err == nil && kind == "application/http" {
			r, err := parseRequest(h, content)
			parts = append(parts, Part{Alone: &r})
			return err
		}
		set, err := parseChanges(h.Get("Content-Type"), content)
		parts = append(parts, Part{Changes: set})
		return err
	})
	if err != nil {
		return nil, err
	}
	return parts, nil
}

func parseChanges(contentType string, body []byte) ([]Request, error) {
	boundary, err := boundaryOf(contentType)
	if err != nil {
		return nil, err
	}
	changes := []Request{}
	err = each(boundary, body, func(h textproto.MIMEHeader, content []byte) error {
		if kind, _, err := mime.ParseMediaType(h.Get("Content-Type")); err != nil || kind != "application/http" {
			return fmt.Errorf("%w: a change must have the type application/http, not %q", ErrMalformed, h.Get("Content-Type"))
		}
		r, err := parseRequest(h, content)
		changes = append(changes, r)
		return err
	})
	return changes, err
}

func boundaryOf(contentType string) (string, error) {
	if begin, boundary, ok := strings.Cut(contentType, "boundary="); ok && !strings.HasPrefix(boundary, `"`) {
		// Microsoft's Python client draws boundaries of "=", and does not quote them.
		contentType = begin + `boundary="` + boundary + `"`
	}
	kind, parameters, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/mixed" || parameters["boundary"] == "" {
		return "", fmt.Errorf("%w: its type must be multipart/mixed with a boundary, not %q", ErrMalformed, contentType)
	}
	return parameters["boundary"], nil
}

// each visits the parts of a multipart body, in their order.
func each(boundary string, body []byte, visit func(textproto.MIMEHeader, []byte) error) error {
	if !bytes.Contains(body, []byte("--"+boundary)) {
		return fmt.Errorf("%w: it does not contain --%s", ErrMalformed, boundary)
	}
	parts := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		p, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		content, err := io.ReadAll(p)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		if err := visit(p.Header, content); err != nil {
			return err
		}
	}
}

// parseRequest reads a request line, headers, and a body up to the end of the part, because clients omit its length.
func parseRequest(part textproto.MIMEHeader, content []byte) (Request, error) {
	r := Request{ID: part.Get("Content-Id")}
	content = bytes.TrimLeft(content, "\r\n")
	line, rest := cutLine(content)
	method, rest1, found := strings.Cut(string(line), " ")
	uri, protocol, found1 := cutLast(rest1)
	if !found || !found1 || method == "" || uri == "" || !strings.HasPrefix(protocol, "HTTP/") {
		return r, fmt.Errorf("%w: a request must begin with verb, URI and HTTP/1.1, not with %.80q", ErrMalformed, line)
	}
	r.Method, r.URI, r.Header = method, uri, http.Header{}
	for {
		line, rest = cutLine(rest)
		if len(line) == 0 {
			r.Body = rest
			return r, nil
		}
		name, value, found := strings.Cut(string(line), ":")
		if name = strings.TrimSpace(name); !found || !isToken(name) {
			return r, fmt.Errorf("%w: %.80q is not a header", ErrMalformed, line)
		}
		r.Header.Add(name, strings.TrimSpace(value))
	}
}

// cutLine cuts the first line off, and removes its line break.
func cutLine(b []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(b, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

// cutLast cuts at the last space.
func cutLast(s string) (before, after string, found bool) {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

func isToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return s != ""
}
