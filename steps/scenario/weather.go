package scenario

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"ifmatch/internal/wire"
	"ifmatch/steps/verdict"
)

// A transient answer is no verdict: 408, 429, 500, 502, 503, 504, or no answer. The SDKs
// repeat a request after the same statuses (SDK-10); 502 and 504 come from a gateway in
// front of the service. A read is sent again unchanged. For any other request a fresh
// set-up decides, because it is unknown whether the request was applied.

// pauses are the waits before a read is sent again.
var pauses = []time.Duration{20 * time.Millisecond, 100 * time.Millisecond, 400 * time.Millisecond}

// Transport is that of all clients of a scenario. It notes transient answers
// and sends reads again.
type Transport struct {
	next http.RoundTripper
	// Holds counts the bodies that the scenario holds back. beside is called with whether
	// another request of the scenario was answered meanwhile.
	Holds  atomic.Int32
	beside func(answered bool)

	mu  sync.Mutex
	met verdict.Weather
}

// Weather is what the scenario's requests have met so far: nothing before it has begun.
func (p *Transport) Weather() verdict.Weather {
	if p == nil {
		return verdict.Weather{}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.met
}

// mark is what the requests of a context are marked as.
type mark int

const (
	repeatable mark = iota
	judged
	borne
)

func (m mark) on(ctx context.Context) bool { return ctx.Value(m) != nil }

// Reading marks the requests of ctx as reads, which change nothing.
func Reading(ctx context.Context) context.Context { return context.WithValue(ctx, repeatable, true) }

// Judged marks the requests of ctx as those of the story.
func Judged(ctx context.Context) context.Context { return context.WithValue(ctx, judged, true) }

// Aside reports whether the requests of ctx only read, for the suite itself rather than for the story.
func Aside(ctx context.Context) bool { return repeatable.on(ctx) && !judged.on(ctx) }

// Borne marks the requests of ctx as those whose sentence can allow for a transient answer.
func Borne(ctx context.Context) context.Context { return context.WithValue(ctx, borne, true) }

// RoundTrip sends the request, and sends it again if it is a read.
func (p *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	for try := 0; ; try++ {
		held := p.Holds.Load() > 0 && req.Context().Value(holdKey{}) == nil
		resp, err := p.next.RoundTrip(req)
		if held && (err == nil || TimedOut(err)) {
			p.beside(err == nil)
		}
		transient := Transient(req.Context(), resp, err)
		again := transient && try < len(pauses) && repeatable.on(req.Context()) && !TimedOut(err)
		p.note(req, resp, err, again)
		if !again {
			return begun(resp, err)
		}
		if resp != nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
			_ = resp.Body.Close()
		}
		select {
		case <-time.After(pauses[try]):
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
		if req.GetBody != nil { // the body of a set-up's request has been read by now
			body, err := req.GetBody()
			if err != nil {
				return nil, err
			}
			once := *req
			once.Body = body
			req = &once
		}
	}
}

// begun turns an error about an answer that broke off into an answer whose body breaks off.
func begun(resp *http.Response, err error) (*http.Response, error) {
	var broken *wire.BrokenError
	if !errors.As(err, &broken) {
		return resp, err
	}
	cut := *broken.Response
	cut.Body = io.NopCloser(io.MultiReader(bytes.NewReader(broken.Body), ends(func() error { return err })))
	return &cut, nil
}

func (p *Transport) note(req *http.Request, resp *http.Response, err error, again bool) {
	transient := Transient(req.Context(), resp, err)
	var broken *wire.BrokenError
	if errors.As(err, &broken) {
		resp = broken.Response
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.met.Requests++
	if judged.on(req.Context()) {
		p.met.Judged++
	}
	if !repeatable.on(req.Context()) {
		p.met.Once++
	}
	if transient {
		p.met.Transient++
	}
	p.met.Page = p.met.Page || !transient && resp != nil && isPage(resp)
	switch {
	case again:
		p.met.Repeated++
	case transient && borne.on(req.Context()):
		p.met.Borne++
	case transient:
		p.met.Last = &verdict.Hiccup{Judged: judged.on(req.Context()), Broken: broken != nil}
		if resp != nil {
			p.met.Last.Status = resp.StatusCode
		}
	}
}

// Transient reports whether what a request met may be different the next time.
func Transient(ctx context.Context, resp *http.Response, err error) bool {
	if err != nil {
		return ctx.Err() == nil || TimedOut(err)
	}
	return transientStatus(resp.StatusCode, resp.Header.Get(ErrorCodeHeader))
}

// ErrorCodeHeader is x-ms-error-code in the spelling that http.Header looks up without rewriting it:
// it is looked for in every answer.
const ErrorCodeHeader = "X-Ms-Error-Code"

// isPage reports whether a refusal is an HTML page without any x-ms- header, as an ingress
// sends for a service that it cannot reach (404), or a firewall (403). The services refuse in
// XML or JSON, and name at least the request. A 413 is no such page: it comes every time, from
// a proxy that limits sizes.
func isPage(resp *http.Response) bool {
	if resp.StatusCode < 400 || resp.StatusCode > 499 || resp.StatusCode == http.StatusRequestEntityTooLarge || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
		return false
	}
	for name := range resp.Header {
		if strings.HasPrefix(strings.ToLower(name), "x-ms-") {
			return false
		}
	}
	return true
}

// Passing reports whether the next request may fare better: the service was busy, or it
// closed the connection. A refused connection and silence are not passing.
func Passing(r Response, err error) bool {
	if r.Status != 0 {
		return transientStatus(r.Status, r.Code)
	}
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)
}

// flushDelay is the code after a service has waited for an SMB client, with 408 or 500. FILE-ERR-08
const flushDelay = "ClientCacheFlushDelay"

// transientStatus reports whether an answer may be different the next time.
func transientStatus(status int, code string) bool {
	if code == flushDelay {
		return false
	}
	switch status {
	case http.StatusInternalServerError:
		return !saysUnimplemented(code)
	case http.StatusRequestTimeout, http.StatusTooManyRequests,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// TimedOut distinguishes silence from a broken connection: a silent service is not asked again
// at once.
func TimedOut(err error) bool {
	var n net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &n) && n.Timeout()
}
