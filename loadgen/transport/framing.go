package transport

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strings"

	"ifmatch/internal/sharedkey"
)

// parseFraming derives from the header how the body ends. It refuses everything that two
// readers could interpret differently.
func (a *answer) parseFraming() error {
	length, encoded := "", false
	for i := range a.header {
		f := &a.header[i]
		switch len(f.Name) {
		case len("Content-Length"):
			if !strings.EqualFold(f.Name, "Content-Length") {
				continue
			}
			n, ok := parseLength(f.Value)
			if !ok || a.length >= 0 && f.Value != length {
				return malformed("its Content-Length is not a number, or occurs several times")
			}
			a.length, length = n, f.Value
		case len("Transfer-Encoding"):
			if !strings.EqualFold(f.Name, "Transfer-Encoding") || a.minor == 0 {
				continue // HTTP/1.0 had no encodings
			}
			if encoded || !strings.EqualFold(f.Value, "chunked") {
				return malformed("its Transfer-Encoding is not chunked")
			}
			encoded, a.chunked = true, true
		case len("Connection"):
			if strings.EqualFold(f.Name, "Connection") {
				a.close = a.close || hasToken(f.Value, "close")
				a.persist = a.persist || hasToken(f.Value, "keep-alive")
			}
		}
	}
	return nil
}

// parseLength reads a Content-Length.
func parseLength(text string) (n int64, ok bool) {
	for i := range len(text) {
		d := int64(text[i]) - '0'
		if !isDigit(text[i]) || n > (math.MaxInt64-d)/10 {
			return 0, false
		}
		n = n*10 + d
	}
	return n, text != ""
}

// hasToken reports whether a list contains a word.
func hasToken(list, token string) bool {
	for list != "" {
		var word string
		word, list, _ = strings.Cut(list, ",")
		if strings.EqualFold(trimOWS(word), token) {
			return true
		}
	}
	return false
}

// readFixed reads a body of a known length. It does not copy a body that arrived with the
// header.
func (a *answer) readFixed(length int64) ([]byte, error) {
	if length > int64(a.maxBody) {
		return nil, &problem{failure: TooLarge}
	}
	n := int(length)
	if a.to-a.from >= n {
		body := a.buf[a.from : a.from+n : a.from+n]
		a.from += n
		return body, nil
	}
	a.body = a.body[:0]
	if err := a.take(n); err != nil {
		return nil, err
	}
	return a.body, nil
}

// take appends the next n bytes to the body.
func (a *answer) take(n int) error {
	ready := min(n, a.to-a.from)
	a.body = append(a.body, a.buf[a.from:a.from+ready]...)
	a.from += ready
	for n -= ready; n > 0; {
		// The promised bytes may never come: make room for as many as have come, and no more.
		a.body = slices.Grow(a.body, min(n, max(4096, len(a.body))))
		space := a.body[len(a.body):min(cap(a.body), len(a.body)+n)]
		got, err := a.src.Read(space)
		a.body = a.body[:len(a.body)+got]
		n -= got
		if err != nil && n > 0 || got == 0 && err == nil {
			return a.ended(err)
		}
	}
	return nil
}

// readToEnd reads a body that ends with the connection.
func (a *answer) readToEnd() ([]byte, error) {
	a.body = a.body[:0]
	for {
		a.body = append(a.body, a.buf[a.from:a.to]...)
		a.from, a.to = 0, 0
		if len(a.body) > a.maxBody {
			return nil, &problem{failure: TooLarge}
		}
		switch err := a.fill(); {
		case errors.Is(err, io.ErrUnexpectedEOF):
			return a.body, nil
		case err != nil:
			return nil, err
		}
	}
}

// Limits of what a chunked body may hold besides data, as in net/http.
const (
	maxChunkLine    = 4096
	maxChunkWaste   = 16 << 10 // beyond the allowance of each chunk
	allowedPerChunk = 16       // plus twice its data
)

// readChunked reads a body in chunks, and drops the trailers after it.
func (a *answer) readChunked() ([]byte, error) {
	a.body = a.body[:0]
	waste := 0
	for {
		line, err := a.readChunkLine()
		if err != nil {
			return nil, err
		}
		n, ok := parseChunkSize(line)
		switch {
		case !ok:
			return nil, malformed("a chunk has no size")
		case n > a.maxBody-len(a.body):
			return nil, &problem{failure: TooLarge}
		}
		waste = max(0, waste+len(line)+2-allowedPerChunk-2*n)
		if waste > maxChunkWaste {
			return nil, malformed("its chunks hold too much besides data")
		}
		if n == 0 {
			return a.body, a.skipTrailers()
		}
		if err := a.take(n); err != nil {
			return nil, err
		}
		if err := a.expectLineEnd(); err != nil {
			return nil, err
		}
	}
}

// readChunkLine reads a line up to CRLF, which it leaves out. The line is valid until the
// next read.
func (a *answer) readChunkLine() ([]byte, error) {
	scanned := 0
	for {
		if i := bytes.IndexByte(a.buf[a.from+scanned:a.to], '\n'); i >= 0 {
			line := a.buf[a.from : a.from+scanned+i]
			if len(line) == 0 || bytes.IndexByte(line, '\r') != len(line)-1 {
				return nil, malformed("the line of a chunk does not end with CRLF")
			}
			if len(line) > maxChunkLine {
				return nil, malformed("the line of a chunk is too long")
			}
			a.from += len(line) + 1
			return line[:len(line)-1], nil
		}
		scanned = a.to - a.from
		if scanned > maxChunkLine {
			return nil, malformed("the line of a chunk is too long")
		}
		if err := a.fill(); err != nil {
			return nil, err
		}
	}
}

// parseChunkSize reads the size of a chunk and ignores extensions. Sizes that are too large
// become the largest int.
func parseChunkSize(line []byte) (n int, ok bool) {
	line = bytes.TrimRight(line, " \t")
	line, _, _ = bytes.Cut(line, []byte(";"))
	if len(line) == 0 || len(line) > 16 {
		return 0, false
	}
	for _, c := range line {
		digit := sharedkey.Digit(c)
		if digit < 0 {
			return 0, false
		}
		if n > math.MaxInt>>4 {
			return math.MaxInt, true
		}
		n = n<<4 | digit
	}
	return n, true
}

func (a *answer) expectLineEnd() error {
	for a.to-a.from < 2 {
		if err := a.fill(); err != nil {
			return err
		}
	}
	if a.buf[a.from] != '\r' || a.buf[a.from+1] != '\n' {
		return malformed("a chunk is longer than its size says")
	}
	a.from += 2
	return nil
}

// skipTrailers reads the fields after the last chunk, up to a blank line.
func (a *answer) skipTrailers() error {
	for size := 0; ; {
		line, err := a.readChunkLine()
		switch {
		case err != nil:
			return err
		case len(line) == 0:
			return nil
		}
		if size += len(line); size > maxChunkLine {
			return malformed("its trailers are too long")
		}
		colon := bytes.IndexByte(line, ':')
		if colon <= 0 || !only(string(line[:colon]), &tokenByte) || !only(string(line[colon+1:]), &valueByte) {
			return malformed("a trailer has no name, or holds a control character")
		}
	}
}
