package target

import (
	"io"
	"net/http"
)

// once sends each request one time. net/http sends a GET again on its own when a kept
// connection breaks before the answer has come; but Get Messages changes what it reads,
// and whoever judges must know that an answer was lost.
type once struct{ next http.RoundTripper }

// RoundTrip gives such a request an empty body that cannot be rewound, which net/http
// does not repeat. On the wire nothing shows of it.
func (o once) RoundTrip(req *http.Request) (*http.Response, error) {
	switch req.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		if req.Body == nil || req.Body == http.NoBody {
			req = req.WithContext(req.Context()) // the caller's stays as it is
			req.Body, req.GetBody, req.ContentLength = nothing{}, nil, 0
			req.TransferEncoding = []string{"identity"} // else net/http might send no bytes in chunks
		}
	}
	return o.next.RoundTrip(req)
}

// nothing is an empty body.
type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, io.EOF }
func (nothing) Close() error             { return nil }
