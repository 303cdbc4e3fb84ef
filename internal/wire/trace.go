package wire

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"ifmatch/reports"
)

// slack is how many bytes of a body are kept beyond the limit, so that a secret
// that crosses the limit is recognised before the text is cut.
const slack = 256

// trace is one exchange as it happened. It is rendered only when it is shown,
// because most cases pass and are never shown.
type trace struct {
	step    string
	method  string
	url     *url.URL
	header  http.Header
	length  int64 // Content-Length of the request, -1 if unknown
	request capture

	mu       sync.Mutex
	done     bool
	status   int
	answer   http.Header
	response capture
	err      error
}

func newTrace(req *http.Request, limit int) *trace {
	address := *req.URL
	// Nobody may change the header of a request that is under way, and the SDK makes one for each.
	t := &trace{method: req.Method, url: &address, header: req.Header, length: req.ContentLength}
	t.request.limit = limit + slack
	return t
}

// tap returns req with a body that is copied while the transport reads it.
func (t *trace) tap(req *http.Request) *http.Request {
	if req.Body == nil || req.Body == http.NoBody {
		return req
	}
	req.Body = &tappedBody{req.Body, &t.request}
	if again := req.GetBody; again != nil {
		// A transport rewinds a body if a kept connection turns out to be closed
		// before anything was sent on it.
		req.GetBody = func() (io.ReadCloser, error) {
			body, err := again()
			if err != nil {
				return nil, err
			}
			t.request.reset()
			return &tappedBody{body, &t.request}, nil
		}
	}
	return req
}

func (t *trace) end(resp *http.Response, body []byte, err error, limit int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done, t.err = true, err
	if resp == nil {
		return
	}
	// Nobody changes an answer that has arrived, so it need not be copied, unless it is long: a trace
	// must not keep all of it.
	t.status, t.answer = resp.StatusCode, resp.Header
	t.response.limit, t.response.size = limit+slack, int64(len(body))
	if t.response.head = body; len(body) > t.response.limit {
		t.response.head = bytes.Clone(body[:t.response.limit])
	}
}

// render returns the exchange for display; hide replaces literal secrets.
func (t *trace) render(limit int, hide *strings.Replacer) reports.Exchange {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := reports.Exchange{
		Step:           t.step,
		Method:         t.method,
		URL:            hide.Replace(RedactURL(t.url.String())),
		RequestHeader:  headerLines(t.header, hide),
		RequestBody:    t.request.show(limit, hide),
		Status:         t.status,
		ResponseHeader: headerLines(t.answer, hide),
		ResponseBody:   t.response.show(limit, hide),
	}
	if t.length > 0 && t.header.Get("Content-Length") == "" {
		e.RequestHeader = append(e.RequestHeader, reports.Header{Name: "Content-Length", Value: strconv.FormatInt(t.length, 10)})
		sortLines(e.RequestHeader)
	}
	switch {
	case !t.done:
		e.Error = "no answer yet"
	case t.err != nil:
		e.Error = hide.Replace(Redact(t.err.Error()))
	}
	return e
}

func headerLines(h http.Header, hide *strings.Replacer) []reports.Header {
	var lines []reports.Header
	for name, values := range h {
		for _, v := range values {
			lines = append(lines, reports.Header{Name: name, Value: hide.Replace(RedactHeader(name, v))})
		}
	}
	sortLines(lines)
	return lines
}

// sortLines orders by name alone and keeps the order of repeated names, which
// matters.
func sortLines(lines []reports.Header) {
	slices.SortStableFunc(lines, func(a, b reports.Header) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

// capture is the beginning of a body and its length.
type capture struct {
	mu    sync.Mutex // a transport may still read the request after the answer came
	limit int
	head  []byte
	size  int64
}

func (c *capture) write(p []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.size += int64(len(p))
	if room := c.limit - len(c.head); room > 0 {
		c.head = append(c.head, p[:min(room, len(p))]...)
	}
}

func (c *capture) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.head, c.size = nil, 0
}

// show returns the body as text: redacted first, then cut.
func (c *capture) show(limit int, hide *strings.Replacer) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.size == 0 {
		return ""
	}
	if !isText(c.head) {
		return fmt.Sprintf("(%d bytes, not text)", c.size)
	}
	text := hide.Replace(Redact(string(c.head)))
	if c.size <= int64(limit) {
		return text
	}
	cut := min(limit, len(text))
	for cut > 0 && cut < len(text) && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return fmt.Sprintf("%s… (%d bytes in all)", text[:cut], c.size)
}

// isText reports whether p can be printed. It tolerates a rune cut in two by the
// limit.
func isText(p []byte) bool {
	for len(p) > 0 {
		r, n := utf8.DecodeRune(p)
		if r == utf8.RuneError && n == 1 {
			return !utf8.FullRune(p)
		}
		if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' {
			return false
		}
		p = p[n:]
	}
	return true
}

// tappedBody copies what is read from a request's body.
type tappedBody struct {
	io.ReadCloser
	to *capture
}

func (b *tappedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.to.write(p[:n])
	}
	return n, err
}
