package transport

import (
	"io"

	"ifmatch/internal/sharedkey"
)

// answer reads answers from a connection, one after the other, into buffers that
// it keeps.
type answer struct {
	maxHeader, maxBody int

	src      io.Reader
	buf      []byte
	from, to int // the part of buf that is read but not used
	began    bool

	header sharedkey.Header
	body   []byte
	framing
}

// framing says how the end of an answer is found, and whether the connection can
// be kept.
type framing struct {
	status  int
	minor   int   // of HTTP/1.minor
	length  int64 // Content-Length, or -1
	chunked bool  // Transfer-Encoding
	close   bool  // Connection: close
	persist bool  // Connection: keep-alive
}

// fill reads more from the connection. If the connection ends, the answer is cut
// short, or never began.
func (a *answer) fill() error {
	if a.to == len(a.buf) {
		if a.from > 0 {
			a.to = copy(a.buf, a.buf[a.from:a.to])
			a.from = 0
		} else {
			a.buf = append(a.buf, make([]byte, max(4096, len(a.buf)))...)
		}
	}
	n, err := a.src.Read(a.buf[a.to:])
	a.to += n
	a.began = a.began || n > 0
	if n > 0 {
		return nil
	}
	return a.ended(err)
}

// ended interprets the connection's error.
func (a *answer) ended(err error) error {
	switch {
	case err == io.EOF && a.began:
		return io.ErrUnexpectedEOF
	case err == nil:
		return io.ErrNoProgress
	}
	return err
}

func trimOWS(value string) string {
	for value != "" && (value[0] == ' ' || value[0] == '\t') {
		value = value[1:]
	}
	for value != "" && (value[len(value)-1] == ' ' || value[len(value)-1] == '\t') {
		value = value[:len(value)-1]
	}
	return value
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
