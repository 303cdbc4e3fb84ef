package transport

import (
	"bytes"
	"io"
	"strings"

	"ifmatch/internal/sharedkey"
)

// read reads one answer. keep reports whether the connection can be used for
// another exchange.
func (a *answer) read(src io.Reader, isHEAD bool, reply *Reply) (keep bool, err error) {
	a.src, a.from, a.to, a.began = src, 0, 0, false
	defer func() { a.src = nil }()
	left := a.maxHeader
	for {
		head, err := a.readHead(left)
		if err != nil {
			return false, err
		}
		left -= len(head)
		if err := a.parseHead(head); err != nil {
			return false, err
		}
		if a.status >= 200 {
			break
		}
		if a.status == 101 {
			return false, malformed("it switches to a protocol that was not requested")
		}
	}

	keep = !a.close && (a.minor > 0 || a.persist)
	var body []byte
	switch {
	case isHEAD || a.status == 204 || a.status == 304:
	case a.chunked:
		body, err = a.readChunked()
	case a.length >= 0:
		body, err = a.readFixed(a.length)
	default:
		keep = false
		body, err = a.readToEnd()
	}
	if err != nil {
		return false, err
	}
	*reply = Reply{Status: a.status, Body: body, Header: a.header}
	return keep && a.from == a.to, nil // surplus bytes belong to no request
}

// readHead returns a status line and a header with their line ends, without the
// blank line, as one string to cut fields from. It has at most limit bytes.
func (a *answer) readHead(limit int) (string, error) {
	line, scanned := 0, 0 // offsets from a.from, which moves
	for {
		i := bytes.IndexByte(a.buf[a.from+scanned:a.to], '\n')
		if i < 0 {
			scanned = a.to - a.from
			if scanned > limit {
				return "", &problem{failure: TooLarge}
			}
			if err := a.fill(); err != nil {
				return "", err
			}
			continue
		}
		end := scanned + i
		if line == 0 && !bytes.HasPrefix(a.buf[a.from:a.to], []byte("HTTP/1.")) {
			return "", malformed("it does not begin with HTTP/1") // report it at once: the data may never end
		}
		if blank := end - line; blank == 0 || blank == 1 && a.buf[a.from+line] == '\r' {
			if line > limit {
				return "", &problem{failure: TooLarge}
			}
			head := string(a.buf[a.from : a.from+line])
			a.from += end + 1
			return head, nil
		}
		line, scanned = end+1, end+1
	}
}

// parseHead reads a status line and a header.
func (a *answer) parseHead(head string) error {
	a.framing, a.header = framing{length: -1}, a.header[:0]
	line, rest := cutLine(head)
	if err := a.parseStatus(line); err != nil {
		return err
	}
	for rest != "" {
		line, rest = cutLine(rest)
		if line[0] == ' ' || line[0] == '\t' {
			if err := a.unfold(line); err != nil {
				return err
			}
			continue
		}
		colon := strings.IndexByte(line, ':')
		if colon <= 0 || !only(line[:colon], &tokenByte) {
			return malformed("a header field has no name")
		}
		f := sharedkey.Field{Name: line[:colon], Value: trimOWS(line[colon+1:])}
		if !only(f.Value, &valueByte) {
			return malformed("a header field holds a control character")
		}
		a.header = append(a.header, f)
	}
	return a.parseFraming()
}

// parseStatus reads "HTTP/1.1 200 OK".
func (a *answer) parseStatus(line string) error {
	const version = "HTTP/1.x"
	if len(line) < len(version)+1 || line[:7] != version[:7] || !isDigit(line[7]) || line[8] != ' ' {
		return malformed("its status line has no version")
	}
	a.minor = int(line[7] - '0')
	code, _, _ := strings.Cut(strings.TrimLeft(line[9:], " "), " ")
	if len(code) != 3 || code[0] == '0' || !isDigit(code[0]) || !isDigit(code[1]) || !isDigit(code[2]) {
		return malformed("its status is not a number of three digits")
	}
	a.status = int(code[0]-'0')*100 + int(code[1]-'0')*10 + int(code[2]-'0')
	return nil
}

// unfold adds a continuation line, which servers should no longer send, to the
// field before it.
func (a *answer) unfold(line string) error {
	if len(a.header) == 0 {
		return malformed("its header begins with a continuation line")
	}
	if !only(line, &valueByte) {
		return malformed("a header field holds a control character")
	}
	f := &a.header[len(a.header)-1]
	f.Value = trimOWS(f.Value + " " + trimOWS(line))
	return nil
}

// cutLine cuts the first line off a text whose lines all have a line end. No line
// of a head is empty.
func cutLine(text string) (line, rest string) {
	i := strings.IndexByte(text, '\n')
	line, rest = text[:i], text[i+1:]
	return strings.TrimSuffix(line, "\r"), rest
}
