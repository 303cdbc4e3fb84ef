package scenario

import (
	"context"
	"io"
	"net/http"
	"sync"
)

// holdTransport can keep back the second half of a request's body until it is released. The
// writer of the snapshot-isolation scenarios (BLOB-CONS-06) uses it: its update is in progress
// for as long as readers need.
type holdTransport struct {
	next http.RoundTripper
}

type holdKey struct{}

// held is the state of one request body that is sent in two halves.
type held struct {
	half    chan struct{} // closed once the transport has taken the first half
	release chan struct{} // closed to release the second half

	onHalf, onRelease sync.Once
}

func newHeld() *held {
	return &held{half: make(chan struct{}), release: make(chan struct{})}
}

// letGo releases the rest. It may be called more than once.
func (h *held) letGo() { h.onRelease.Do(func() { close(h.release) }) }

// withHeldBody marks the requests of ctx to have their body held by h.
func withHeldBody(ctx context.Context, h *held) context.Context {
	return context.WithValue(ctx, holdKey{}, h)
}

// RoundTrip sends the request, with its body in halves if its context asks for that.
func (t *holdTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	h, ok := req.Context().Value(holdKey{}).(*held)
	if !ok || req.Body == nil {
		return t.next.RoundTrip(req)
	}
	req = req.Clone(req.Context())
	req.Body = &heldBody{ReadCloser: req.Body, held: h, left: req.ContentLength / 2, ctx: req.Context()}
	req.GetBody = nil
	return t.next.RoundTrip(req)
}

type heldBody struct {
	io.ReadCloser
	held *held
	left int64
	ctx  context.Context
}

// Read returns the first half, then waits.
func (b *heldBody) Read(p []byte) (int, error) {
	if b.left > 0 {
		if int64(len(p)) > b.left {
			p = p[:b.left]
		}
		n, err := b.ReadCloser.Read(p)
		b.left -= int64(n)
		return n, err
	}
	// A caller that asks for more has taken all of the first half.
	b.held.onHalf.Do(func() { close(b.held.half) })
	select {
	case <-b.held.release:
		return b.ReadCloser.Read(p)
	case <-b.ctx.Done():
		return 0, b.ctx.Err()
	}
}
