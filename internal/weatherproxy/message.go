package weatherproxy

import (
	"bufio"
	"io"
	"net/http"
)

// messages splits a stream into HTTP/1.1 messages and keeps their bytes. net/http
// finds the end of a message, and the bytes are passed on unchanged.
type messages struct {
	from   io.Reader
	raw    []byte // read from the stream and not taken yet
	parsed *bufio.Reader
}

func newMessages(from io.Reader) *messages {
	m := &messages{from: from}
	m.parsed = bufio.NewReader(m)
	return m
}

// Read serves the parser, and keeps what the parser reads.
func (m *messages) Read(p []byte) (int, error) {
	n, err := m.from.Read(p)
	m.raw = append(m.raw, p[:n]...)
	return n, err
}

// take returns the bytes parsed since the last call, unchanged.
func (m *messages) take() []byte {
	end := len(m.raw) - m.parsed.Buffered()
	message := m.raw[:end:end]
	m.raw = append([]byte(nil), m.raw[end:]...)
	return message
}

// request reads a whole request.
func (m *messages) request() (*http.Request, []byte, error) {
	r, err := http.ReadRequest(m.parsed)
	if err != nil {
		return nil, nil, err
	}
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return nil, nil, err
	}
	return r, m.take(), nil
}

// response reads the whole answer to a request, including interim answers. last
// reports that no other can follow on the connection.
func (m *messages) response(to *http.Request) (message []byte, last bool, err error) {
	for {
		r, err := http.ReadResponse(m.parsed, to)
		if err != nil {
			return nil, false, err
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return nil, false, err
		}
		if r.StatusCode >= 200 {
			return m.take(), r.Close, nil
		}
	}
}
