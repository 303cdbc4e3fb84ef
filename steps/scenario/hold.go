package scenario

import (
	"context"
	"io"
	"net/http"
	"sync"
)

// HeldRequest is a request whose body is half sent.
type HeldRequest struct {
	Act     *Act // until its answer comes
	Body    *HeldBody
	Abandon func()          // cancels it
	Answer  chan HeldAnswer // nil once the answer was taken
}

// HeldAnswer is what became of a held request.
type HeldAnswer struct {
	Act *Act
	Err error
}

// holdTransport can keep back the second half of a request's body until it is released. The
// writer of the snapshot-isolation scenarios (BLOB-CONS-06) uses it: its update is in progress
// for as long as readers need.
type holdTransport struct {
	next http.RoundTripper
}

type holdKey struct{}

// HeldBody is the state of one request body that is sent in two halves.
type HeldBody struct {
	Half    chan struct{} // closed once the transport has taken the first half
	release chan struct{} // closed to release the second half

	onHalf, onRelease sync.Once
}

// NewHeldBody is a body of which nothing was sent yet.
func NewHeldBody() *HeldBody {
	return &HeldBody{Half: make(chan struct{}), release: make(chan struct{})}
}

// LetGo releases the rest. It may be called more than once.
func (h *HeldBody) LetGo() { h.onRelease.Do(func() { close(h.release) }) }

// WithHeldBody marks the requests of ctx to have their body held by h.
func WithHeldBody(ctx context.Context, h *HeldBody) context.Context {
	return context.WithValue(ctx, holdKey{}, h)
}

// RoundTrip sends the request, with its body in halves if its context asks for that.
func (t *holdTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	h, ok := req.Context().Value(holdKey{}).(*HeldBody)
	if !ok || req.Body == nil {
		return t.next.RoundTrip(req)
	}
	req = req.Clone(req.Context())
	req.Body = &inHalves{ReadCloser: req.Body, body: h, left: req.ContentLength / 2, ctx: req.Context()}
	req.GetBody = nil
	return t.next.RoundTrip(req)
}

type inHalves struct {
	io.ReadCloser
	body *HeldBody
	left int64
	ctx  context.Context
}

// Read returns the first half, then waits.
func (b *inHalves) Read(p []byte) (int, error) {
	if b.left > 0 {
		if int64(len(p)) > b.left {
			p = p[:b.left]
		}
		n, err := b.ReadCloser.Read(p)
		b.left -= int64(n)
		return n, err
	}
	// A caller that asks for more has taken all of the first half.
	b.body.onHalf.Do(func() { close(b.body.Half) })
	select {
	case <-b.body.release:
		return b.ReadCloser.Read(p)
	case <-b.ctx.Done():
		return 0, b.ctx.Err()
	}
}
