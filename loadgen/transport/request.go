package transport

import (
	"strconv"
	"strings"

	"ifmatch/internal/sharedkey"
)

// The characters allowed in a token, in the value of a field, and in an escaped
// path.
var (
	tokenByte = table("!#$%&'*+-.^_`|~" + alphanumeric)
	valueByte = func() (t [256]bool) {
		for c := range t {
			t[c] = c >= ' ' && c != 0x7f || c == '\t'
		}
		return t
	}()
	pathByte  = table("/%-_.~!$&'()*+,;=:@[]" + alphanumeric)
	queryByte = func() (t [256]bool) {
		for c := range t {
			t[c] = c > ' ' && c < 0x7f && c != '#'
		}
		return t
	}()
	hostByte = table("-._~:[]%" + alphanumeric)
)

const alphanumeric = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func table(bytes string) (t [256]bool) {
	for i := range len(bytes) {
		t[bytes[i]] = true
	}
	return t
}

func only(text string, allowed *[256]bool) bool {
	for i := range len(text) {
		if !allowed[text[i]] {
			return false
		}
	}
	return true
}

// check returns an error if a request cannot be sent. Values of fields may come
// from answers, and must not be able to end a line.
func check(req *Request) error {
	invalid := func(detail string) error {
		return &failed{failure: Invalid, host: strconv.Quote(req.Host), detail: detail}
	}
	path, query, _ := strings.Cut(req.Target, "?")
	switch {
	case req.Host == "" || !only(req.Host, &hostByte):
		return invalid("the host must be a name or an address, with or without a port")
	case req.Method == "" || !only(req.Method, &tokenByte):
		return invalid("the method is not a token")
	case path == "" || path[0] != '/' || !only(path, &pathByte) || !escapesWell(path):
		return invalid("the path must begin with / and be escaped")
	case !only(query, &queryByte):
		return invalid("the query must be escaped")
	}
	for i := range req.Header {
		f := &req.Header[i]
		switch {
		case f.Name == "" || !only(f.Name, &tokenByte):
			return invalid("the name of field " + strconv.Itoa(i) + " is not a token")
		case !only(f.Value, &valueByte):
			return invalid("the value of " + f.Name + " holds a control character")
		case ours(f.Name):
			return invalid(f.Name + " is set by the transport")
		}
	}
	return nil
}

// escapesWell reports whether two hexadecimal digits follow every percent sign.
func escapesWell(path string) bool {
	for {
		i := strings.IndexByte(path, '%')
		if i < 0 {
			return true
		}
		if len(path) < i+3 || sharedkey.Digit(path[i+1]) < 0 || sharedkey.Digit(path[i+2]) < 0 {
			return false
		}
		path = path[i+3:]
	}
}

// ours reports whether only the transport may set the field.
func ours(name string) bool {
	switch len(name) {
	case len("Host"):
		return strings.EqualFold(name, "Host")
	case len("Expect"):
		return strings.EqualFold(name, "Expect")
	case len("Trailer"):
		return strings.EqualFold(name, "Trailer") || strings.EqualFold(name, "Upgrade")
	case len("Connection"):
		return strings.EqualFold(name, "Connection")
	case len("Content-Length"):
		return strings.EqualFold(name, "Content-Length")
	case len("Transfer-Encoding"):
		return strings.EqualFold(name, "Transfer-Encoding")
	}
	return false
}

// appendHead writes the request line and the header, with the blank line.
func appendHead(b []byte, req *Request) []byte {
	b = append(b, req.Method...)
	b = append(b, ' ')
	b = append(b, req.Target...)
	b = append(b, " HTTP/1.1\r\nHost: "...)
	b = append(b, req.Host...)
	for i := range req.Header {
		f := &req.Header[i]
		b = append(b, '\r', '\n')
		b = append(b, f.Name...)
		b = append(b, ':', ' ')
		b = append(b, f.Value...)
	}
	if len(req.Body) > 0 || announcesEmpty(req.Method) {
		b = append(b, "\r\nContent-Length: "...)
		b = strconv.AppendInt(b, int64(len(req.Body)), 10)
	}
	return append(b, "\r\n\r\n"...)
}

// announcesEmpty reports whether a request without a body must announce that:
// servers expect it of these methods.
func announcesEmpty(method string) bool {
	return method == "PUT" || method == "POST" || method == "PATCH"
}
