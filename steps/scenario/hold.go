package scenario

import (
	"context"
	"io"
	"net/http"
	"sync"
)

// holdTransport can keep the second half of a request's body back until it is
// told to let go: the writer of the snapshot-isolation scenarios
// (BLOB-CONS-06), whose update is in progress for as long as readers need.
type holdTransport struct {
	next http.RoundTripper
}

type holdKey struct{}

// held is the body of one request in two halves.
type held struct {
	half    chan struct{} // closed once the first half was taken by the wire
	release chan struct{} // closed to let the rest go

	onHalf, onRelease sync.Once
}

func newHeld() *held {
	return &held{half: make(chan struct{}), release: make(chan struct{})}
}

// letGo sends the rest. It may be called more than once.
func (h *held) letGo() { h.onRelease.Do(func() { close(h.release) }) }

// withHeldBody marks the request of ctx.
func withHeldBody(ctx context.Context, h *held) context.Context {
	return context.WithValue(ctx, holdKey{}, h)
}

// RoundTrip sends the request, body in halves if its context asks for it.
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

// Read gives out the first half, then waits.
func (b *heldBody) Read(p []byte) (int, error) {
	if b.left > 0 {
		if int64(len(p)) > b.left {
			p = p[:b.left]
		}
		n, err := b.ReadCloser.Read(p)
		b.left -= int64(n)
		return n, err
	}
	// Whoever asks for more has taken all of the first half.
	b.held.onHalf.Do(func() { close(b.held.half) })
	select {
	case <-b.held.release:
		return b.ReadCloser.Read(p)
	case <-b.ctx.Done():
		return 0, b.ctx.Err()
	}
}
