package reference

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"

	"ifmatch/reference/held"
	"ifmatch/reference/metadata"
	"ifmatch/reference/operation"
)

// RoundTripper passes requests to the services without a socket. The port of a request selects the service: 10000 for
// blobs, 10001 for queues and 10002 for tables, as in Azurite, and 10003 for files. So does the second label of the
// host, as in account.table.core.windows.net. All other requests go to the Blob service. The body of a request is
// streamed: the server sees a half-sent body as half sent.
func (s *Server) RoundTripper() http.RoundTripper { return transport{s: s} }

// RoundTripperFor is the RoundTripper of one participant of a test. What around makes of a service stands before it: it can
// hold requests and answers back.
func (s *Server) RoundTripperFor(around func(operation.Service, http.Handler) http.Handler) http.RoundTripper {
	return transport{s, around}
}

// Client returns an HTTP client of the server that needs no socket (RoundTripper). The clients of Azure's SDK for Go
// accept it as their transport.
func (s *Server) Client() *http.Client {
	return &http.Client{
		Transport:     s.RoundTripper(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// InProcessEndpoint returns the URL at which RoundTripper accepts requests to a service, without a trailing slash, or
// "" if the server does not have the service.
func (s *Server) InProcessEndpoint(service operation.Service) string {
	for _, e := range services {
		if e.name == service {
			return "http://127.0.0.1:" + e.port + "/" + s.account
		}
	}
	return ""
}

type transport struct {
	s      *Server
	around func(operation.Service, http.Handler) http.Handler // nil: nothing
}

// errAborted is the error of a client whose connection a fault has cut.
var errAborted = errors.New("the server closed the connection before it answered")

// RoundTrip executes one request.
func (t transport) RoundTrip(r *http.Request) (response *http.Response, err error) {
	body := r.Body
	if body == nil {
		body = http.NoBody
	}
	defer body.Close()
	if r.Context().Done() != nil && body != http.NoBody {
		// A client that gives up while the server waits for the rest of its body must not hang.
		defer context.AfterFunc(r.Context(), func() { body.Close() })()
	}
	h, names := canonical(r.Header)
	spelling := metadata.Spelling{Canonical: true, Sent: r.Header}
	if names != nil {
		spelling.Names = func(lower string) string { return names[lower] }
	}
	in := r.WithContext(metadata.WithSpelling(r.Context(), &spelling)) // the handler may change its copy only
	in.Header, in.Body, in.RequestURI, in.RemoteAddr = h, body, r.URL.RequestURI(), "127.0.0.1:0"
	in.Proto, in.ProtoMajor, in.ProtoMinor = "HTTP/1.1", 1, 1
	if in.Host == "" {
		in.Host = r.URL.Host
	}
	switch {
	case body == http.NoBody:
		in.ContentLength = 0
		if r.Method == http.MethodPut || r.Method == http.MethodPost {
			in.Header["Content-Length"] = []string{"0"}
		}
	case in.ContentLength > 0:
		in.Header["Content-Length"] = []string{strconv.FormatInt(in.ContentLength, 10)}
	default: // net/http sends a body of unknown length in chunks
		in.ContentLength, in.TransferEncoding = -1, []string{"chunked"}
	}
	w := &recorder{Answer: held.Empty()}
	defer func() {
		if p := recover(); p != nil {
			if p != http.ErrAbortHandler {
				panic(p)
			}
			if response, err = nil, r.Context().Err(); err == nil {
				err = errAborted
			}
			if w.begun {
				response, err = w.response(r), nil
				response.Body = broken{io.MultiReader(&w.Body, brokenOff{})}
			}
		}
	}()
	service := serviceOf(in.Host)
	handler := t.s.Handler(service)
	if t.around != nil {
		handler = t.around(service, handler)
	}
	handler.ServeHTTP(w, in)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return w.response(r), nil
}

// serviceOf finds the service for a host with an optional port.
func serviceOf(host string) operation.Service {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	_, rest, _ := strings.Cut(name, ".")
	label, _, _ := strings.Cut(rest, ".")
	for _, s := range services {
		if port == s.port || strings.EqualFold(label, string(s.name)) {
			return s.name
		}
	}
	return services[0].name
}

// canonical returns headers as a server would see them: with canonical names. It also returns the client's spelling of
// the metadata names by lower-case name, or nil if there are none.
func canonical(sent http.Header) (http.Header, map[string]string) {
	h := make(http.Header, len(sent)+1)
	var names map[string]string
	for name, values := range sent {
		trimmed := values
		for i, v := range values {
			if t := textproto.TrimString(v); t != v {
				if &trimmed[0] == &values[0] {
					trimmed = append([]string(nil), values...)
				}
				trimmed[i] = t
			}
		}
		key := http.CanonicalHeaderKey(name)
		if before := h[key]; before != nil {
			h[key] = append(before, trimmed...)
		} else {
			h[key] = trimmed[:len(trimmed):len(trimmed)] // capped, so that append copies and leaves the caller's values alone
		}
		if _, found := strings.CutPrefix(key, "X-Ms-Meta-"); found {
			if names == nil {
				names = make(map[string]string)
			}
			spelled := name[len(metadataPrefix):]
			names[strings.ToLower(spelled)] = spelled
		}
	}
	return h, names
}

// broken is the body of an answer that breaks off.
type broken struct{ io.Reader }

func (broken) Close() error { return nil }

// brokenOff is the point at which it breaks off.
type brokenOff struct{}

func (brokenOff) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// recorder holds a response.
type recorder struct {
	*held.Answer
	begun bool // the client has seen the beginning
}

// Flush shows the client the answer so far.
func (w *recorder) Flush() { w.begun = true }

func (w *recorder) response(r *http.Request) *http.Response {
	w.WriteHeader(http.StatusOK)
	if v, found := w.Header()["Content-Type"]; found && len(v) == 0 {
		delete(w.Header(), "Content-Type") // it tells net/http to guess no type
	}
	res := &http.Response{
		Status:        strconv.Itoa(w.Status) + " " + http.StatusText(w.Status),
		StatusCode:    w.Status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        w.Header(),
		Body:          http.NoBody,
		ContentLength: int64(w.Body.Len()),
		Request:       r,
	}
	hasBody := r.Method != http.MethodHead && w.Status != http.StatusNoContent && w.Status != http.StatusNotModified
	if hasBody && w.Body.Len() > 0 {
		res.Body = io.NopCloser(&w.Body)
	}
	if v := w.Header()["Content-Length"]; len(v) == 1 {
		if n, err := strconv.ParseInt(strings.TrimSpace(v[0]), 10, 64); err == nil {
			res.ContentLength = n
		}
	}
	return res
}
