package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"ifmatch/internal/sendonce"
	"ifmatch/internal/sharedkey"
)

// NewNetHTTP makes the transport over net/http: HTTP/1.1 with the proxies of the
// environment, which are never used for loopback addresses. Its sessions share
// connections.
//
// No request arrives twice: net/http may take another connection only if no byte
// of the request has been written. net/http hides how a header broke off. A reset
// within the header is CutShort, and usually Malformed within a line.
func NewNetHTTP(o Options) Transport {
	o = o.withDefaults()
	return &netHTTP{o, sendonce.Over(&http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		TLSClientConfig:        o.TLS.Clone(),
		DisableCompression:     true,
		MaxIdleConnsPerHost:    1 << 20, // as many as there are actors: a pool of 2 would dial all the time
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: int64(o.MaxHeader),
	})}
}

type netHTTP struct {
	o  Options
	rt *sendonce.Transport
}

func (t *netHTTP) Session() Session { return &netSession{t: t} }
func (t *netHTTP) Close()           { t.rt.CloseIdleConnections() }

type netSession struct {
	t      *netHTTP
	header sharedkey.Header
	body   []byte
}

func (s *netSession) Close() {}

func (s *netSession) Do(ctx context.Context, req *Request, reply *Reply) error {
	*reply = Reply{}
	if err := check(req); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, s.t.o.Timeout)
	defer cancel()
	body := &lentBody{data: req.Body}
	defer body.takeBack()

	answer, err := s.t.rt.RoundTrip(s.request(limited, req, body))
	if err != nil {
		return s.failure(ctx, limited, req, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode < 200 {
		return &failed{failure: Malformed, host: req.Host, detail: "it switches to a protocol that was not requested"}
	}
	if s.body, err = s.readAll(answer); err != nil {
		return s.failure(ctx, limited, req, err)
	}
	s.header = s.header[:0]
	for name, values := range answer.Header {
		for _, value := range values {
			s.header = append(s.header, sharedkey.Field{Name: name, Value: value})
		}
	}
	*reply = Reply{Status: answer.StatusCode, Body: s.body, Header: s.header}
	return nil
}

// noAgent keeps net/http from naming itself.
var noAgent []string

// request returns the request for net/http. It is made anew each time, because
// net/http may still be reading the old one after an early answer or the context's
// end.
func (s *netSession) request(ctx context.Context, req *Request, body *lentBody) *http.Request {
	path, query, _ := strings.Cut(req.Target, "?")
	u := &url.URL{Scheme: "http", Host: req.Host, Path: path, RawQuery: query}
	if req.Secure {
		u.Scheme = "https"
	}
	u.ForceQuery = query == "" && len(path) < len(req.Target)
	u.Path, _ = url.PathUnescape(path) // checked before
	u.RawPath = path
	header := make(http.Header, len(req.Header)+1)
	header["User-Agent"] = noAgent
	values := make([]string, len(req.Header))
	for i := range req.Header {
		f := &req.Header[i]
		name := f.Name
		if len(name) == len("User-Agent") {
			name = http.CanonicalHeaderKey(name) // the only name that net/http looks for
		}
		values[i] = f.Value
		if known := header[name]; known != nil {
			header[name] = append(known, f.Value)
		} else {
			header[name] = values[i : i+1 : i+1]
		}
	}
	r := http.Request{Method: req.Method, URL: u, Host: req.Host, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: header}
	if n := len(req.Body); n > 0 {
		r.ContentLength = int64(n)
		r.Body, r.GetBody = body.reader(), func() (io.ReadCloser, error) { return body.reader(), nil }
	}
	return r.WithContext(ctx)
}

// readAll reads the body to its end, which gives the connection back.
func (s *netSession) readAll(answer *http.Response) ([]byte, error) {
	b := s.body[:0]
	limit := s.t.o.MaxBody
	if answer.ContentLength > int64(limit) && answer.Request.Method != http.MethodHead {
		return b, &problem{failure: TooLarge}
	}
	if n := int(answer.ContentLength); n > cap(b) && answer.Request.Method != http.MethodHead {
		b = slices.Grow(b, n)
	}
	for {
		if len(b) == cap(b) {
			b = slices.Grow(b, 512)
		}
		n, err := answer.Body.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case len(b) > limit:
			return b, &problem{failure: TooLarge}
		case errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
			return b, nil
		case err != nil:
			return b, err
		}
	}
}

// failure interprets an error of net/http. It does not pass on its text, which may
// quote what the server sent.
func (s *netSession) failure(ctx, limited context.Context, req *Request, err error) error {
	if cause := ctx.Err(); cause != nil {
		return expired(req.Host, cause)
	}
	text := err.Error() // several of net/http's errors can only be recognised by their text
	switch {
	case limited.Err() != nil:
		err = &problem{failure: Timeout}
	case strings.Contains(text, "response headers exceeded"):
		err = &problem{failure: TooLarge}
	case strings.Contains(text, "server closed idle connection"):
		err = &problem{failure: Unanswered}
	case strings.Contains(text, "unexpected EOF reading trailer"):
		err = &problem{failure: CutShort}
	}
	return s.t.o.explained(req.Host, err)
}

// lentBody is a request's body while net/http may read it. After it is taken back,
// reads fail: the caller has the bytes again and may change them.
type lentBody struct {
	mu   sync.Mutex
	data []byte
	back bool
}

func (l *lentBody) takeBack() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.data, l.back = nil, true
}

func (l *lentBody) reader() io.ReadCloser { return &lentReader{l, 0} }

type lentReader struct {
	body *lentBody
	at   int
}

var errTakenBack = errors.New("the exchange is over")

func (r *lentReader) Read(p []byte) (int, error) {
	r.body.mu.Lock()
	defer r.body.mu.Unlock()
	if r.body.back {
		return 0, errTakenBack
	}
	n := copy(p, r.body.data[r.at:])
	r.at += n
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (r *lentReader) Close() error { return nil }
